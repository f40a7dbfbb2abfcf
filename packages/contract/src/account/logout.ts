import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** End the session on the server and in the browser */
export const logout = defineCall({
  name: 'logout',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/logout',
  summary: 'End the session on the server and in the browser',
  input: Empty,
  output: Type.Object({}),
  login: 'optional',
});
