import { numberOfRound, type RefundStatus } from '@huimin/domain/refund';
import type { Database, Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';

export type RefundState = RefundStatus;

export interface RefundRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  payment_id: bigint;
  /** Its own number, the same for ever; `sentNumber` is the one its provider knows. */
  refund_no: string;
  round: number;
  amount_fen: number;
  reason: string;
  state: RefundState;
  /** When this round began. */
  began_at: number;
  sent_at: number | null;
  tries: number;
  /** The code with which its provider did not take it, if that was the last word. */
  refusal: string | null;
}

export const REFUND_COLUMNS = `shard, id, order_id, payment_id, refund_no, round, amount_fen, reason, state,
  coalesce(round_at, created_at) as began_at, sent_at, tries, refusal`;

/** The number by which its provider knows a refund now. */
export function sentNumber({ refund_no, round }: Pick<RefundRow, 'refund_no' | 'round'>): string {
  return numberOfRound(refund_no, round);
}

/**
 * Takes refunds whose next step is due; each for one server only, until the lease ends. Of those that are held for a payment
 * by hand only such as are asked about, never such as are sent.
 */
export async function leaseRefunds(query: Query, nowMs: number, leaseMs: number, limit: number): Promise<RefundRow[]> {
  return query<RefundRow>(
    `with due as materialized (
       select shard, id from refunds
       where next_try_at <= $1 and (lease_until is null or lease_until < $1)
         and (hand_asked_until is null or state in ('PROCESSING', 'ABNORMAL'))
       order by next_try_at limit $3
     )
     update refunds set lease_until = $2
     where ${amongDue('next_try_at <= $1 and (lease_until is null or lease_until < $1)')}
     returning ${REFUND_COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

/** While it is held nothing sends a refund, because somebody says that it was paid on another way. No time ends that. */
export async function holdForHand(
  query: Query,
  { shard, id }: Pick<RefundRow, 'shard' | 'id'>,
  isHeld: boolean,
): Promise<void> {
  await query('update refunds set hand_asked_until = $3::timestamptz where shard = $1 and id = $2', [
    shard,
    id,
    isHeld ? 'infinity' : null,
  ]);
}

export async function isHeldForHand(query: Query, { shard, id }: Pick<RefundRow, 'shard' | 'id'>): Promise<boolean> {
  const rows = await query(
    `select 1 from refunds where shard = $1 and id = $2 and hand_asked_until is not null and state <> 'SETTLED'`,
    [shard, id],
  );
  return rows.length > 0;
}

/** Holds a refund's row for whoever decides about a payment by hand; false while its provider may just be asked or sent it. */
export async function lockForHand(
  query: Query,
  { shard, id }: Pick<RefundRow, 'shard' | 'id'>,
  nowMs: number,
): Promise<boolean> {
  const [row] = await query<{ is_leased: boolean }>(
    `select lease_until is not null and lease_until >= $3 as is_leased from refunds
     where shard = $1 and id = $2 for update`,
    [shard, id, new Date(nowMs)],
  );
  return row?.is_leased === false;
}

/** Longer than a question to a provider takes. */
const HOLD_MS = 60_000;

/** Holds a refund for one decision about it as it is; false when something else works on it or it has changed. */
export async function leaseRefund(query: Query, refund: RefundRow, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update refunds set lease_until = $5
     where shard = $1 and id = $2 and round = $3 and state = $4 and (lease_until is null or lease_until < $6)
     returning id`,
    [refund.shard, refund.id, refund.round, refund.state, new Date(nowMs + HOLD_MS), new Date(nowMs)],
  );
  return rows.length > 0;
}

export interface RefundedPayment {
  merchant_order_no: string;
  amount_fen: number;
  method: string;
  provider: string;
  provider_txn: string;
}

export async function paymentOfRefund(query: Query, refund: RefundRow): Promise<RefundedPayment> {
  const [row] = await query<RefundedPayment>(
    'select merchant_order_no, amount_fen, method, provider, provider_txn from payments where shard = $1 and id = $2',
    [refund.shard, refund.payment_id],
  );
  if (!row) throw new Error('a refund without its payment');
  return row;
}

/** What is back by then is told as that alone. */
const TOLD_AFTER_MS = 10 * 60_000;

/** Where a refund stands now, by what was said of this round. A settled one never changes again. */
export async function moveRefund(
  query: Query,
  refund: RefundRow,
  change: {
    readonly state: RefundState;
    readonly providerRefundNo: string | null;
    readonly nextTryAtMs: number | null;
    readonly nowMs: number;
    /** The provider has no such refund, so that it is handed over anew. */
    readonly isLost?: boolean;
    readonly refusal?: string;
  },
): Promise<void> {
  await query(
    `with before as (
       select shard, id, state <> 'PROCESSING' and accepted_at is null as is_first from refunds where shard = $1 and id = $2
     ), moved as (
       update refunds set state = $3, provider_refund_no = coalesce($4, provider_refund_no), next_try_at = $5,
         tries = tries + 1, lease_until = null, sent_at = case when $7 then null else sent_at end, refusal = $9,
         accepted_at = coalesce(accepted_at, case when $4::text is not null then $6::timestamptz end),
         stuck_at = case when $3 in ('CLOSED', 'ABNORMAL') then coalesce(stuck_at, $6::timestamptz) end
       where shard = $1 and id = $2 and round = $8 and state <> 'SETTLED'
       returning shard, id, order_id
     )
     insert into outbox (shard, id, kind, order_id, created_at, available_at)
     select m.shard, m.id, 'refund-sent', m.order_id, $6, $10
     from moved m join before b on b.shard = m.shard and b.id = m.id
     where b.is_first and $3 = 'PROCESSING'
     on conflict do nothing`,
    [
      refund.shard,
      refund.id,
      change.state,
      change.providerRefundNo,
      change.nextTryAtMs === null ? null : new Date(change.nextTryAtMs),
      new Date(change.nowMs),
      change.isLost ?? false,
      refund.round,
      change.refusal ?? null,
      new Date(change.nowMs + TOLD_AFTER_MS),
    ],
  );
}

/**
 * Notes that a refund is about to be handed over, and answers the time it goes by; null when another one of its payment
 * was less than `gapMs` ago. Sent again after an unclear answer it keeps its time, since the provider may have it by that;
 * where there is a gap, the last time counts for the others.
 */
export function takeRefundTurn(
  database: Pick<Database, 'transaction'>,
  refund: RefundRow,
  { nowMs, gapMs }: { readonly nowMs: number; readonly gapMs: number },
): Promise<number | null> {
  return database.transaction(async (query) => {
    // One refund of a payment at a time: two that looked at the same moment would not see each other's turn.
    await query('select 1 as held from payments where shard = $1 and id = $2 for no key update', [
      refund.shard,
      refund.payment_id,
    ]);
    return noteTurn(query, refund, { nowMs, gapMs });
  });
}

async function noteTurn(
  query: Query,
  refund: RefundRow,
  { nowMs, gapMs }: { readonly nowMs: number; readonly gapMs: number },
): Promise<number | null> {
  const rows = await query<{ sent_at: number }>(
    `update refunds r set sent_at = case when $5 then $3 else coalesce(r.sent_at, $3) end
     where r.shard = $1 and r.id = $2 and not exists (
       select 1 from refunds o
       where o.shard = r.shard and o.order_id = r.order_id and o.payment_id = r.payment_id and o.id <> r.id
         and o.sent_at > $4)
     returning r.sent_at`,
    [refund.shard, refund.id, new Date(nowMs), new Date(nowMs - gapMs), gapMs > 0],
  );
  return rows[0]?.sent_at ?? null;
}

/** Waits for its turn; no try was made. */
export async function postponeRefund(query: Query, refund: RefundRow, untilMs: number): Promise<void> {
  await query(
    `update refunds set next_try_at = $3, lease_until = null
     where shard = $1 and id = $2 and state = $4 and round = $5`,
    [refund.shard, refund.id, new Date(untilMs), refund.state, refund.round],
  );
}

/** A refund as it is told of; null when there is no such refund. */
export async function refundStanding(
  query: Query,
  shard: number,
  refundId: bigint,
): Promise<Pick<RefundRow, 'refund_no' | 'state' | 'amount_fen'> | null> {
  const [row] = await query<Pick<RefundRow, 'refund_no' | 'state' | 'amount_fen'>>(
    'select refund_no, state, amount_fen from refunds where shard = $1 and id = $2',
    [shard, refundId],
  );
  return row ?? null;
}

/** How much of a settled refund is back with the payer; null when there is no such refund. */
export async function refundedFen(query: Query, shard: number, refundId: bigint): Promise<number | null> {
  const rows = await query<{ amount_fen: number }>(
    `select amount_fen from refunds where shard = $1 and id = $2 and state = 'SETTLED'`,
    [shard, refundId],
  );
  return rows[0]?.amount_fen ?? null;
}
