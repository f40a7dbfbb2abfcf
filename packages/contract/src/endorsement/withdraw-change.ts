import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Change, ChangeNo } from './endorsement-schemas.ts';

/** Takes back a change that is not decided; its papers are deleted */
export const withdrawChange = defineCall({
  name: 'withdrawChange',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/change/withdraw',
  summary: 'Takes back a change that is not decided; its papers are deleted',
  input: Type.Object({ changeNo: ChangeNo }),
  output: Change,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state'],
});
