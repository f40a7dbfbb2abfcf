import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { RightName } from './rights-schemas.ts';

/** Takes back a request about one's data that is not answered yet */
export const withdrawRight = defineCall({
  name: 'withdrawRight',
  topic: 'rights',
  method: 'POST',
  path: '/api/v1/user/data/requests/withdraw',
  summary: "Takes back a request about one's data that is not answered yet",
  input: Type.Object({ right: RightName }),
  output: Type.Object({}),
  login: 'required',
  specified: false,
  errors: ['not-found'],
});
