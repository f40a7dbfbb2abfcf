import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Cursor } from '../vocabulary/schemas.ts';
import { InboxMessage, Unread } from './inbox-schemas.ts';

/** What the account was told in the last year, newest first, by cursor; what is answered counts as seen */
export const queryInbox = defineCall({
  name: 'queryInbox',
  topic: 'inbox',
  method: 'GET',
  path: '/api/v1/user/inbox',
  summary: 'What the account was told in the last year, newest first, by cursor; what is answered counts as seen',
  input: Type.Object({ cursor: Type.Optional(Cursor) }),
  output: Type.Object({
    messages: Type.Array(InboxMessage),
    unread: Unread,
    nextCursor: Type.Union([Cursor, Type.Null()]),
  }),
  login: 'required',
  overlay: false,
  specified: false,
});
