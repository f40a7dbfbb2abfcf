import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageKindName, MessageLine, MessagePurposeName, MessageStatusName } from './message-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,19}$', description: '从哪一条往后' });
const Count = Type.Integer();

/** Text messages and how far each is, phones masked, the newest first; with today's figures */
export const listMessages = defineConsoleCall({
  name: 'listMessages',
  topic: 'console/messages',
  method: 'GET',
  path: '/messages',
  summary: 'Text messages and how far each is, phones masked, the newest first; with today’s figures',
  input: Type.Object({
    messageKind: Type.Optional(MessageKindName),
    status: Type.Optional(MessageStatusName),
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '哪一天' })),
    /** The number of what it tells of. */
    about: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{4,64}$', description: '订单号等编号，要写全' })),
    before: Type.Optional(Cursor),
  }),
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
    next: Type.Union([Cursor, Type.Null()]),
  }),
  errors: ['staff-rule'],
  staff: ['messages.view'],
  title: '看短信记录',
  noted: 'view',
});
