import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** A visitor’s short-lived token for browsing or for the record of a visit */
export const getNoLoginToken = defineCall({
  name: 'getNoLoginToken',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/user/getNoLoginToken',
  summary: 'A visitor’s short-lived token for browsing or for the record of a visit',
  input: Type.Object({
    purpose: Type.Optional(Type.Enum(['browse', 'record'])),
    /** The token before: the visitor stays the same one. */
    token: Type.Optional(Type.String({ maxLength: 400, pattern: '^[0-9A-Za-z_-]*$' })),
  }),
  output: Type.Object({ token: Type.String(), visitorId: Type.String(), expiresAtMs: Type.Integer() }),
  overlay: false,
});
