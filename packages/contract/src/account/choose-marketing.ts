import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Whether the account's phone gets marketing by text message; everything else comes all the same */
export const chooseMarketing = defineCall({
  name: 'chooseMarketing',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/marketing',
  summary: 'Whether the account’s phone gets marketing by text message; everything else comes all the same',
  input: Type.Object({ wanted: Type.Boolean({ description: '收不收' }) }),
  output: Type.Object({ wanted: Type.Boolean() }),
  login: 'required',
  specified: false,
});
