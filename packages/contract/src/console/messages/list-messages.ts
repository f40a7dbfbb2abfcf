import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import {
  MESSAGE_FILTERS,
  MessageCursor,
  MessageLine,
  MessagePurposeName,
  MessageStatusName,
} from './message-schemas.ts';

const Count = Type.Integer();

/** Text messages and how far each is, phones masked, the newest first; with today's figures */
export const listMessages = defineConsoleCall({
  name: 'listMessages',
  topic: 'console/messages',
  method: 'GET',
  path: '/messages',
  summary: 'Text messages and how far each is, phones masked, the newest first; with today’s figures',
  input: Type.Object({ ...MESSAGE_FILTERS, status: Type.Optional(MessageStatusName) }),
  output: Type.Object({
    figures: Type.Object({
      today: Count,
      delivered: Count,
      /** Of those today whose end is known. */
      settled: Count,
      /** Of all days: kept back until the morning. */
      waiting: Count,
      temporary: Count,
      permanent: Count,
      technical: Count,
    }),
    kinds: Type.Array(Type.Object({ value: Type.String(), label: Type.String(), purpose: MessagePurposeName })),
    messages: Type.Array(MessageLine),
    next: Type.Union([MessageCursor, Type.Null()]),
  }),
  errors: ['staff-rule'],
  staff: ['messages.view'],
  title: '看短信记录',
  noted: 'view',
});
