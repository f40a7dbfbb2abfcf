import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, Empty } from '../vocabulary/schemas.ts';

/** Where the account is logged in */
export const listSessions = defineCall({
  name: 'listSessions',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/user/sessions',
  summary: 'Where the account is logged in',
  input: Empty,
  output: Type.Object({
    sessions: Type.Array(
      Type.Object({
        sessionId: Type.String(),
        current: Type.Boolean(),
        device: Type.String(),
        way: Type.String(),
        since: BeijingTime,
        lastUsed: BeijingTime,
      }),
    ),
  }),
  login: 'required',
  overlay: false,
  specified: false,
});
