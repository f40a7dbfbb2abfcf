import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Whether this browser is authorised with the official account, and where to go if not */
export const webAuthorisation = defineCall({
  name: 'webAuthorisation',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/wxmp/web/auth',
  summary: 'Whether this browser is authorised with the official account, and where to go if not',
  input: Type.Object({ appId: Type.Optional(Type.String({ maxLength: 64 })), state: Type.String({ maxLength: 2000 }) }),
  output: Type.Object({ authorised: Type.Boolean(), authorisationUrl: Type.Union([Type.String(), Type.Null()]) }),
  overlay: false,
  login: 'optional',
});
