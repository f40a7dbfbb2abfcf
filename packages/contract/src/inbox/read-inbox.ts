import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { InboxNo, Unread } from './inbox-schemas.ts';

/** Notes that a message was read, with all before it or alone; safe to repeat */
export const readInbox = defineCall({
  name: 'readInbox',
  topic: 'inbox',
  method: 'POST',
  path: '/api/v1/user/inbox/read',
  summary: 'Notes that a message was read, with all before it or alone; safe to repeat',
  input: Type.Object({ inboxNo: InboxNo, andEarlier: Type.Optional(Type.Boolean()) }),
  output: Type.Object({ unread: Unread }),
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
