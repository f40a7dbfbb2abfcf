import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Log out elsewhere: one browser, or all but this one */
export const endSessions = defineCall({
  name: 'endSessions',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/sessions/end',
  summary: 'Log out elsewhere: one browser, or all but this one',
  input: Type.Object({ sessionId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$' })) }),
  output: Type.Object({ ended: Type.Integer() }),
  login: 'required',
  specified: false,
});
