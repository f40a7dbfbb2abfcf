import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { InboxLine, InboxStatusName, MESSAGE_FILTERS, MessageCursor } from './message-schemas.ts';

const Count = Type.Integer();

/** Messages in the inboxes of accounts and whether their owners saw them, phones masked, the newest first */
export const listInboxMessages = defineConsoleCall({
  name: 'listInboxMessages',
  topic: 'console/messages',
  method: 'GET',
  path: '/inbox-messages',
  summary: 'Messages in the inboxes of accounts and whether their owners saw them, phones masked, the newest first',
  input: Type.Object({ ...MESSAGE_FILTERS, inboxStatus: Type.Optional(InboxStatusName) }),
  output: Type.Object({
    /** Of today's. */
    figures: Type.Object({ today: Count, created: Count, delivered: Count, read: Count }),
    kinds: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    messages: Type.Array(InboxLine),
    next: Type.Union([MessageCursor, Type.Null()]),
  }),
  errors: ['staff-rule'],
  staff: ['messages.view'],
  title: '看站内消息记录',
  noted: 'view',
});
