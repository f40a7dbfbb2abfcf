import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const MessageNo = Type.String({ pattern: '^[0-9]{1,3}_[0-9]{1,19}$', description: '短信编号' });
export const MessageKindName = Type.String({ pattern: '^[a-z][a-z-]{2,30}$', description: '哪一种短信' });
export const MessageStatusName = Type.Enum(
  ['created', 'sending', 'delivered', 'temporary', 'permanent', 'technical', 'unwanted'],
  { description: '送到了没有' },
);
export const MessagePurposeName = Type.Enum(['code', 'money', 'security', 'service', 'marketing'], {
  description: '为什么发',
});
const Tone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);
const Text = Type.String();

export const MessageLine = Type.Object({
  messageNo: MessageNo,
  messageKind: Text,
  title: Text,
  purpose: MessagePurposeName,
  purposeLabel: Text,
  /** The number of what it tells of. */
  about: Text,
  phoneMasked: Text,
  status: MessageStatusName,
  statusLabel: Text,
  tone: Tone,
  /** Why it did not arrive, and no more than is known. */
  reasonText: Type.Union([Text, Type.Null()]),
  tries: Type.Integer(),
  createdAt: BeijingTime,
  /** When the sender goes on by itself. */
  nextAt: Type.Union([BeijingTime, Type.Null()]),
  settledAt: Type.Union([BeijingTime, Type.Null()]),
});
export type MessageLineValue = Static<typeof MessageLine>;

export const MessageView = Type.Object({
  ...MessageLine.properties,
  /** As it was sent; codes and links are not kept. */
  text: Text,
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      at: BeijingTime,
      answerText: Text,
      receiptText: Type.Union([Text, Type.Null()]),
      receiptAt: Type.Union([BeijingTime, Type.Null()]),
    }),
  ),
  /** What is done about it, and by whom. */
  advice: Text,
  mayResend: Type.Boolean(),
});
export type MessageViewValue = Static<typeof MessageView>;

const TemplateVersion = Type.Object({
  version: Type.Integer(),
  registeredId: Text,
  body: Text,
  approvedAt: BeijingTime,
  askedBy: Text,
  approvedBy: Text,
});

export const TextTemplate = Type.Object({
  messageKind: Text,
  title: Text,
  purpose: MessagePurposeName,
  purposeLabel: Text,
  /** Whether it waits for the morning when it is new at night. */
  keepsNight: Type.Boolean(),
  places: Type.Array(Type.Object({ name: Text, example: Text })),
  /** Messages of this kind go out at all. */
  isUsed: Type.Boolean(),
  /** 0: the settings' template. */
  version: Type.Integer(),
  registeredId: Text,
  body: Text,
  /** Filled in with the examples. */
  preview: Text,
  /** Newest first; the first is used. */
  versions: Type.Array(TemplateVersion),
  waiting: Type.Boolean(),
});
export type TextTemplateValue = Static<typeof TextTemplate>;
