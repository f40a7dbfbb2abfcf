import Type, { type Static } from 'typebox';
import { BeijingTime } from '../vocabulary/schemas.ts';

export const InboxNo = Type.String({ pattern: '^XX[0-9]{19}$', description: '消息编号' });

/** What the account was told, as its owner reads it. */
export const InboxMessage = Type.Object({
  inboxNo: InboxNo,
  title: Type.String(),
  text: Type.String(),
  /** The screen where one goes on, behind `#`; null where there is nothing more to see. */
  screen: Type.Union([Type.String({ pattern: '^/' }), Type.Null()]),
  at: BeijingTime,
  isRead: Type.Boolean(),
});
export type InboxMessageValue = Static<typeof InboxMessage>;

/** At 100 nobody counts on. */
export const Unread = Type.Integer({ minimum: 0, maximum: 100 });
