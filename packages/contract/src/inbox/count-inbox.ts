import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { Unread } from './inbox-schemas.ts';

/** How many messages of the account are not read; counts to 100 */
export const countInbox = defineCall({
  name: 'countInbox',
  topic: 'inbox',
  method: 'GET',
  path: '/api/v1/user/inbox/unread',
  summary: 'How many messages of the account are not read; counts to 100',
  input: Empty,
  output: Type.Object({ unread: Unread }),
  login: 'required',
  overlay: false,
  specified: false,
});
