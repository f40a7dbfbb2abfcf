import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PreExistingQuery, QueryNo } from './pre-existing-schemas.ts';

/** One question about pre-existing conditions and its answer */
export const queryPreExistingDetail = defineCall({
  name: 'queryPreExistingDetail',
  topic: 'pre-existing',
  method: 'GET',
  path: '/api/v1/insure/personal/query/detail',
  summary: 'One question about pre-existing conditions and its answer',
  input: Type.Object({ queryNo: QueryNo }),
  output: PreExistingQuery,
  login: 'required',
  forSettlement: true,
  overlay: false,
  errors: ['not-found'],
});
