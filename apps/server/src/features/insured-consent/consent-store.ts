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

export async function noteAsked(query: Query, { shard, id }: At, isSent: boolean, note: string | null): Promise<void> {
  await query(
    `update insured_consents set ask_due_at = null, note = $4, asks = asks + case when $3 then 1 else 0 end
     where shard = $1 and id = $2`,
    [shard, id, isSent, note],
  );
}

/** Keeps an answer, and that the payer is told of it; false where it was that already, or cannot follow. */
export async function keepAnswer(
  query: Query,
  { shard, id }: At,
  { event, wordsVersion, nowMs }: { event: InsuredConsentEvent; wordsVersion: number; nowMs: number },
): Promise<boolean> {
  const { from, to } = moveOf(INSURED_CONSENT_TABLE, event);
  const rows = await query(
    `update insured_consents set status = $3, words_version = $5, answered_at = $6, news = $3, ask_due_at = null
     where shard = $1 and id = $2 and status = any($4::text[]) returning 1 as kept`,
    [shard, id, to, from, wordsVersion, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** Those whose payers are to be told something. */
export function untoldConsents(query: Query, limit: number): Promise<ConsentRow[]> {
  return query<ConsentRow>(`select ${COLUMNS} from insured_consents where news is not null order by id limit $1`, [
    limit,
  ]);
}
