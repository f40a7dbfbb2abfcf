import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Authorisation address for the official account; the state is stored on the server */
export const buildAuthorisationUrl = defineCall({
  name: 'buildAuthorisationUrl',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/wxmp/oauth2/auth/url/build',
  summary: 'Authorisation address for the official account; the state is stored on the server',
  input: Type.Object({ appId: Type.Optional(Type.String({ maxLength: 64 })), state: Type.String({ maxLength: 2000 }) }),
  output: Type.Object({ authorisationUrl: Type.String() }),
  login: 'optional',
});
