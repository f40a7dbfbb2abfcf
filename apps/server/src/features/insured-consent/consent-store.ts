import {
  INSURED_CONSENT_TABLE,
  type InsuredConsentEvent,
  type InsuredConsentStatus,
} from '@huimin/domain/insured-consent';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';

export interface ConsentRow {
  readonly shard: number;
  /** Of the insured. */
  readonly id: bigint;
  readonly order_id: bigint;
  readonly status: InsuredConsentStatus;
  readonly asked_at: number;
  readonly asks: number;
  readonly ask_due_at: number | null;
  readonly note: string | null;
  readonly link_until: number | null;
  readonly answered_at: number | null;
  readonly news: string | null;
}

const COLUMNS = 'shard, id, order_id, status, asked_at, asks, ask_due_at, note, link_until, answered_at, news';

type At = Pick<ConsentRow, 'shard' | 'id'>;

export async function consentsOfOrder(query: Query, shard: number, orderId: bigint): Promise<Map<bigint, ConsentRow>> {
  const rows = await query<ConsentRow>(`select ${COLUMNS} from insured_consents where shard = $1 and order_id = $2`, [
    shard,
    orderId,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function consentByLink(query: Query, shard: number, linkHash: Buffer): Promise<ConsentRow | null> {
  const [row] = await query<ConsentRow>(`select ${COLUMNS} from insured_consents where shard = $1 and link_hash = $2`, [
    shard,
    linkHash,
  ]);
  return row ?? null;
}

/** Has a message sent. Pressed twice it is sent once; false where one has just been sent, or it was agreed to. */
export async function askFor(
  query: Query,
  {
    shard,
    id,
    orderId,
    nowMs,
    askedBefore,
  }: { shard: number; id: bigint; orderId: bigint; nowMs: number; askedBefore: Date },
): Promise<boolean> {
  const rows = await query(
    `insert into insured_consents (shard, id, order_id, status, asked_at, ask_due_at) values ($1, $2, $3, 'asked', $4, $4)
     on conflict (shard, id) do update
       set asked_at = case when insured_consents.ask_due_at is null then excluded.asked_at else insured_consents.asked_at end,
         ask_due_at = coalesce(insured_consents.ask_due_at, excluded.ask_due_at), note = null
       where insured_consents.status <> 'agreed'
         and (insured_consents.ask_due_at is not null or insured_consents.asked_at <= $5)
     returning 1 as asked`,
    [shard, id, orderId, new Date(nowMs), askedBefore],
  );
  return rows.length === 1;
}

/** Takes messages that are due; they are due again at `again`, should this program end before it gets that far. */
export function takeDue(query: Query, nowMs: number, againMs: number, limit: number): Promise<ConsentRow[]> {
  return query<ConsentRow>(
    `with due as materialized (
       select shard, id from insured_consents where ask_due_at <= $1 order by ask_due_at, id limit $3
     )
     update insured_consents set ask_due_at = $2 where ${amongDue('ask_due_at <= $1')} returning ${COLUMNS}`,
    [new Date(nowMs), new Date(againMs), limit],
  );
}

/** The link that counts from now on; the one before leads nowhere any more. */
export async function keepLink(query: Query, { shard, id }: At, linkHash: Buffer, untilMs: number): Promise<void> {
  await query('update insured_consents set link_hash = $3, link_until = $4 where shard = $1 and id = $2', [
    shard,
    id,
    linkHash,
    new Date(untilMs),
  ]);
}

/** What happened is kept as a step that stays, and the order's recording is told of it. */
const STEP = `
step as (
  insert into insured_consent_steps (shard, order_id, id, at, step, words_version, words_sha256)
  select shard, order_id, id, at, step, words_version, words_sha256 from happened on conflict do nothing
), told as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  select shard, id, 'insured-consent', order_id, at, at from happened on conflict do nothing
)`;

/** `sentAtMs`: null where no message went out, and why. */
export async function noteAsked(
  query: Query,
  { shard, id }: At,
  { sentAtMs, note }: { readonly sentAtMs: number | null; readonly note: string | null },
): Promise<void> {
  await query(
    `with noted as (
       update insured_consents set ask_due_at = null, note = $4,
         asks = asks + case when $3::timestamptz is null then 0 else 1 end
       where shard = $1 and id = $2 returning shard, order_id, id
     ), happened as (
       select shard, order_id, id, $3::timestamptz as at, 'asked' as step, null::smallint as words_version,
         null::text as words_sha256
       from noted where $3::timestamptz is not null
     ), ${STEP} select 1 from noted`,
    [shard, id, sentAtMs === null ? null : new Date(sentAtMs), note],
  );
}

export interface GivenAnswer {
  readonly event: InsuredConsentEvent;
  readonly wordsVersion: number;
  /** Of the words that were shown. */
  readonly wordsSha256: string;
  readonly nowMs: number;
}

/** Keeps an answer, and that the payer is told of it; false where it was that already, or cannot follow. */
export async function keepAnswer(
  query: Query,
  { shard, id }: At,
  { event, wordsVersion, wordsSha256, nowMs }: GivenAnswer,
): Promise<boolean> {
  const { from, to } = moveOf(INSURED_CONSENT_TABLE, event);
  const rows = await query(
    `with happened as (
       update insured_consents set status = $3, words_version = $5, answered_at = $6, news = $3, ask_due_at = null
       where shard = $1 and id = $2 and status = any($4::text[])
       returning shard, order_id, id, answered_at as at, status as step, words_version, $7::text as words_sha256
     ), ${STEP} select 1 as kept from happened`,
    [shard, id, to, from, wordsVersion, new Date(nowMs), wordsSha256],
  );
  return rows.length === 1;
}

/** Those whose last link has ended without an answer. */
export function unansweredConsents(query: Query, nowMs: number, limit: number): Promise<ConsentRow[]> {
  return query<ConsentRow>(
    `select ${COLUMNS} from insured_consents
     where status = 'asked' and link_until <= $1 and ask_due_at is null order by link_until limit $2`,
    [new Date(nowMs), limit],
  );
}

/** The link has led nowhere any more since it ended; that nobody answered is kept once. */
export async function endUnanswered(query: Query, { shard, id }: At, nowMs: number): Promise<void> {
  await query(
    `with happened as (
       update insured_consents set link_hash = null, link_until = null
       where shard = $1 and id = $2 and status = 'asked' and link_until <= $3 and ask_due_at is null
       returning shard, order_id, id, $3::timestamptz as at, 'none' as step, null::smallint as words_version,
         null::text as words_sha256
     ), ${STEP} select 1 from happened`,
    [shard, id, new Date(nowMs)],
  );
}

/** Those whose payers are to be told something. */
export function untoldConsents(query: Query, limit: number): Promise<ConsentRow[]> {
  return query<ConsentRow>(`select ${COLUMNS} from insured_consents where news is not null order by id limit $1`, [
    limit,
  ]);
}
