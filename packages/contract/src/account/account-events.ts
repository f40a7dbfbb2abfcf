import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, Cursor } from '../vocabulary/schemas.ts';

/** Logins and changes of the account in the last six months, newest first */
export const accountEvents = defineCall({
  name: 'accountEvents',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/user/events',
  summary: 'Logins and changes of the account in the last six months, newest first',
  input: Type.Object({ cursor: Type.Optional(Cursor) }),
  output: Type.Object({
    events: Type.Array(
      Type.Object({ at: BeijingTime, what: Type.String(), device: Type.String(), address: Type.String() }),
    ),
    nextCursor: Type.Union([Cursor, Type.Null()]),
  }),
  login: 'required',
  overlay: false,
  specified: false,
});
