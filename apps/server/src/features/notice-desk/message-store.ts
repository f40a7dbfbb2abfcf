import type { MessageStatus } from '@huimin/domain/text-message';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';

export interface MessageRow {
  shard: number;
  id: bigint;
  kind: string;
  about: string;
  out_id: string;
  message_sealed: Buffer;
  status: MessageStatus;
  reason: string | null;
  tries: number;
  next_at: number | null;
  created_at: number;
  sent_at: number | null;
  settled_at: number | null;
}

/** One on its way to the gateway, with the template as it is registered now. */
export type TakenMessage = MessageRow & { registered_id: string | null };

export const MESSAGE_COLUMNS = `shard, id, kind, about, out_id, message_sealed, status, reason, tries, next_at, created_at,
  sent_at, settled_at`;

export interface NewMessage {
  readonly shard: number;
  readonly id: bigint;
  readonly kind: string;
  readonly about: string;
  readonly outId: string;
  readonly phoneIndex: Buffer;
  /** The account it is about; null where that is whoever has the phone. */
  readonly userId: bigint | null;
  readonly sealed: Buffer;
  readonly nowMs: number;
}

/** What is kept of a message that does not go to the gateway now. */
interface Kept {
  readonly status: 'created' | 'technical' | 'unwanted';
  readonly reason: string | null;
  readonly nextAtMs: number | null;
}

const at = (ms: number | null) => (ms === null ? null : new Date(ms));

export async function keepMessage(query: Query, entry: NewMessage, kept: Kept): Promise<void> {
  const settled = kept.status === 'created' ? null : new Date(entry.nowMs);
  await query(
    `insert into text_messages (shard, id, kind, about, out_id, phone_index, message_sealed, status, reason, next_at,
       created_at, settled_at, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (shard, out_id) do update
       set status = excluded.status, reason = excluded.reason, next_at = excluded.next_at, settled_at = excluded.settled_at`,
    [
      ...[entry.shard, entry.id, entry.kind, entry.about, entry.outId, entry.phoneIndex, entry.sealed],
      ...[kept.status, kept.reason, at(kept.nextAtMs), new Date(entry.nowMs), settled, entry.userId],
    ],
  );
}

/** Writes down that a message goes to the gateway now; one of the same number is tried once more. */
export async function beginMessage(
  query: Query,
  entry: NewMessage,
  gateway: string,
  askAtMs: number,
): Promise<TakenMessage> {
  const [row] = await query<TakenMessage>(
    `with message as (
       insert into text_messages (shard, id, kind, about, out_id, phone_index, message_sealed, status, tries, next_at,
         created_at, sent_at, user_id)
       values ($1, $2, $3, $4, $5, $6, $7, 'sending', 1, $8, $9, $9, $11)
       on conflict (shard, out_id) do update
         set status = 'sending', reason = null, tries = text_messages.tries + 1, next_at = excluded.next_at,
           message_sealed = excluded.message_sealed, sent_at = excluded.sent_at, settled_at = null
       returning ${MESSAGE_COLUMNS}
     ), try as (
       insert into text_message_tries (shard, message_id, number, at) select shard, id, tries, $9 from message
     )
     select m.*, ${NEWEST_TEMPLATE} as registered_id from message m`,
    [
      ...[entry.shard, entry.id, entry.kind, entry.about, entry.outId, entry.phoneIndex, entry.sealed],
      ...[new Date(askAtMs), new Date(entry.nowMs), gateway, entry.userId],
    ],
  );
  return row as TakenMessage;
}

const NEWEST_TEMPLATE = `(select t.registered_id from text_templates t where t.kind = m.kind and t.gateway = $10
  order by t.version desc limit 1)`;

/** Takes what is due of some kinds, each for one server only. That it goes out is written first, so that nobody sends it again blindly. */
export async function takeDue(
  query: Query,
  gateway: string,
  kinds: readonly string[],
  limit: number,
  nowMs: number,
  askAtMs: number,
): Promise<TakenMessage[]> {
  return query<TakenMessage>(
    `with due as materialized (
       select shard, id from text_messages where status in ('created', 'temporary') and next_at <= $1 and kind = any($5::text[])
       order by next_at limit $4
     ), message as (
       update text_messages
       set status = 'sending', reason = null, tries = tries + 1, next_at = $2, sent_at = $1, settled_at = null
       where ${amongDue(`status in ('created', 'temporary') and next_at <= $1`)}
       returning ${MESSAGE_COLUMNS}
     ), try as (
       insert into text_message_tries (shard, message_id, number, at) select shard, id, tries, $1 from message
     )
     select m.*, ${NEWEST_TEMPLATE.replace('$10', '$3')} as registered_id from message m`,
    [new Date(nowMs), new Date(askAtMs), gateway, limit, kinds],
  );
}

/** Takes those whose receipt is to be asked for, each for one server only. */
export async function takeToAsk(query: Query, limit: number, nowMs: number, untilMs: number): Promise<MessageRow[]> {
  return query<MessageRow>(
    `with due as materialized (
       select shard, id from text_messages where status = 'sending' and next_at <= $1 order by next_at limit $3
     )
     update text_messages set next_at = $2
     where ${amongDue(`status = 'sending' and next_at <= $1`)}
     returning ${MESSAGE_COLUMNS}`,
    [new Date(nowMs), new Date(untilMs), limit],
  );
}

export interface Outcome {
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly nextAtMs: number | null;
  /** What the gateway answered to the try, or what its receipt says. */
  readonly answer?: string;
  readonly receipt?: string;
}

/** What became of a try; nothing where somebody else has taken the message up meanwhile. */
export async function noteOutcome(
  query: Query,
  message: Pick<MessageRow, 'shard' | 'id' | 'tries'>,
  outcome: Outcome,
  nowMs: number,
): Promise<void> {
  const { status, reason, nextAtMs, answer, receipt } = outcome;
  await query(
    `with told as (
       update text_message_tries set answer = coalesce($7, answer), receipt = coalesce($8, receipt),
         receipt_at = case when $8::text is null then receipt_at else $9::timestamptz end
       where shard = $1 and message_id = $2 and number = $3
     )
     update text_messages set status = $4, reason = $5, next_at = $6,
       settled_at = case when $4 in ('created', 'sending') or $6::timestamptz is not null then null
         else $9::timestamptz end
     where shard = $1 and id = $2 and tries = $3 and status = 'sending'`,
    [
      ...[message.shard, message.id, message.tries, status, reason, at(nextAtMs)],
      ...[answer ?? null, receipt ?? null, new Date(nowMs)],
    ],
  );
}

/** Forgets deliveries from before a moment, some at a time; answers how many. */
export async function forgetMessages(query: Query, beforeMs: number, limit: number): Promise<number> {
  const rows = await query(
    `with due as materialized (
       select shard, id from text_messages where created_at < $1 order by created_at limit $2
     ), old as (
       delete from text_messages where ${amongDue(`created_at < $1`)} returning shard, id
     ), tries as (
       delete from text_message_tries t using old where t.shard = old.shard and t.message_id = old.id
     )
     select 1 as gone from old`,
    [new Date(beforeMs), limit],
  );
  return rows.length;
}
