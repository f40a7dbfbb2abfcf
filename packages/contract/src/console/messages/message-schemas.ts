import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { SEARCHED_NUMBERS } from '../../vocabulary/searched-numbers.ts';

export const MessageNo = Type.String({ pattern: '^[0-9]{1,3}_[0-9]{1,19}$', description: '短信编号' });
export const MessageKindName = Type.String({ pattern: '^[a-z][a-z-]{2,30}$', description: '哪一种短信' });
export const MessageStatusName = Type.Enum(
  ['created', 'sending', 'delivered', 'temporary', 'permanent', 'technical', 'unwanted'],
  { description: '送到了没有' },
);
export const InboxStatusName = Type.Enum(['created', 'delivered', 'read'], { description: '看到了没有' });
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
  /** The gateway's own word for it, where it refused. */
  reasonCode: Type.Union([Text, Type.Null()]),
  tries: Type.Integer(),
  createdAt: BeijingTime,
  /** When the sender goes on by itself. */
  nextAt: Type.Union([BeijingTime, Type.Null()]),
  settledAt: Type.Union([BeijingTime, Type.Null()]),
});
export type MessageLineValue = Static<typeof MessageLine>;

/** A message in an account's inbox, as it was written. */
export const InboxLine = Type.Object({
  messageNo: MessageNo,
  messageKind: Text,
  title: Text,
  text: Text,
  /** Where it leads on the phone, behind `#`. */
  screen: Type.Union([Text, Type.Null()]),
  purpose: MessagePurposeName,
  purposeLabel: Text,
  about: Text,
  phoneMasked: Text,
  status: InboxStatusName,
  statusLabel: Text,
  tone: Tone,
  createdAt: BeijingTime,
  /** When it was first in a list on the owner's screen. */
  deliveredAt: Type.Union([BeijingTime, Type.Null()]),
  readAt: Type.Union([BeijingTime, Type.Null()]),
});
export type InboxLineValue = Static<typeof InboxLine>;

export const MessageView = Type.Object({
  ...MessageLine.properties,
  /** As it was sent; codes and links are not kept. */
  text: Text,
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      at: BeijingTime,
      answerText: Text,
      /** The gateway's own word, where it refused. */
      answerCode: Type.Union([Text, Type.Null()]),
      receiptText: Type.Union([Text, Type.Null()]),
      /** The carrier's own word, where it did not arrive. */
      receiptCode: Type.Union([Text, Type.Null()]),
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

/** What a kind says in the inbox. */
const InboxTemplate = Type.Object({
  places: Type.Array(Type.Object({ name: Text, example: Text })),
  body: Text,
  /** Filled in with the examples. */
  preview: Text,
  /** Newest first; the first is used. */
  versions: Type.Array(TemplateVersion),
  waiting: Type.Boolean(),
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
  /** Null where it is never in an inbox. */
  inbox: Type.Union([InboxTemplate, Type.Null()]),
});
export type TextTemplateValue = Static<typeof TextTemplate>;

export const MessageCursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,19}$', description: '从哪一条往后' });

/** What messages are looked for by, whichever way they went. */
export const MESSAGE_FILTERS = {
  messageKind: Type.Optional(MessageKindName),
  day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '哪一天' })),
  /** The number of what it tells of. */
  about: Type.Optional(Type.String({ pattern: SEARCHED_NUMBERS.message, description: '订单号等编号，要写全' })),
  before: Type.Optional(MessageCursor),
};
