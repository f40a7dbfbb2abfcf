import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { QueryNo } from './pre-existing-schemas.ts';

/** Withdraw the consent to a question; its answer is deleted */
export const withdrawPreExisting = defineCall({
  name: 'withdrawPreExisting',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/pre-existing/withdraw',
  summary: 'Withdraw the consent to a question; its answer is deleted',
  input: Type.Object({ queryNo: QueryNo }),
  output: Empty,
  login: 'required',
  forSettlement: true,
  errors: ['not-found'],
  specified: false,
});
