import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AppealNo, PreExistingQuery } from './pre-existing-schemas.ts';

/** Take an appeal back; its papers are deleted */
export const withdrawPreExistingAppeal = defineCall({
  name: 'withdrawPreExistingAppeal',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/pre-existing/appeal/withdraw',
  summary: 'Take an appeal back; its papers are deleted',
  input: Type.Object({ appealNo: AppealNo }),
  output: PreExistingQuery,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
