import { nextOrderStatus, type OrderStatus } from '@huimin/domain/order';
import type { Database, Query } from '../../db/database.ts';
import { insuredOfOrders, releaseClaims } from '../order/index.ts';
import type { PaidPurchase } from './mark-paid.ts';

export interface StoredPayment {
  id: bigint;
  provider: string;
  provider_txn: string;
  purpose: 'premium' | 'surplus';
}

export async function paymentsOf(query: Query, shard: number, orderId: bigint): Promise<StoredPayment[]> {
  return query<StoredPayment>(
    'select id, provider, provider_txn, purpose from payments where shard = $1 and order_id = $2',
    [shard, orderId],
  );
}

/** The order of this shard that has this money, by its number at the provider; null when none has. */
export async function orderPaidBy(
  query: Query,
  { shard, provider, providerTxn }: Pick<PaidPurchase, 'shard' | 'provider' | 'providerTxn'>,
): Promise<bigint | null> {
  const [row] = await query<{ order_id: bigint }>(
    'select order_id from payments where shard = $1 and provider = $2 and provider_txn = $3',
    [shard, provider, providerTxn],
  );
  return row?.order_id ?? null;
}

/**
 * Money that pays for nothing (a second payment, or one after the close): kept as surplus together with the intent to
 * refund it in full. A closed order is refunding by it, and so again is one of which all was back. False when it was
 * stored before.
 */
export async function storeSurplus(
  query: Query,
  purchase: PaidPurchase,
  method: string,
  refund: { readonly id: bigint; readonly refundNo: string; readonly reason: string },
): Promise<boolean> {
  const rows = await query(
    `with money as (
       insert into payments (shard, id, order_id, provider, provider_txn, merchant_order_no, method, amount_fen,
         purpose, paid_at, received_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'surplus', $9, $10)
       on conflict do nothing
       returning shard, id, order_id, amount_fen
     ), intent as (
       insert into refunds (shard, id, order_id, payment_id, refund_no, amount_fen, reason, state, created_at,
         next_try_at)
       select shard, $11, order_id, id, $12, amount_fen, $13, 'CREATED', $10, $10 from money
     ), late as (
       update orders set status = 60 where shard = $1 and id = $3 and status in (62, 70, 71)
         and id = any (array(select order_id from money))
     ), tried as (
       update payment_attempts set state = 'REFUNDING', next_query_at = null, lease_until = null
       where shard = $1 and id = $2 and id = any (array(select id from money))
     )
     select id from money`,
    [
      purchase.shard,
      purchase.attemptId,
      purchase.orderId,
      purchase.provider,
      purchase.providerTxn,
      purchase.merchantOrderNo,
      method,
      purchase.amountFen,
      purchase.paidAt,
      purchase.receivedAt,
      refund.id,
      refund.refundNo,
      refund.reason,
    ],
  );
  return rows.length > 0;
}

/** Keeps a notice that changed no order, or says how one that is kept ended. */
export async function recordNotice(
  query: Query,
  notice: {
    readonly shard: number;
    readonly provider: string;
    readonly noticeId: string;
    readonly orderId: bigint | null;
    readonly bodySealed: Buffer;
    readonly outcome: string;
    readonly receivedAtMs: number;
  },
): Promise<void> {
  await query(
    `insert into payment_notices (shard, provider, notice_id, order_id, body_sealed, outcome, received_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (shard, provider, notice_id) do update set outcome = excluded.outcome
       where payment_notices.outcome <> 'settled'`,
    [
      notice.shard,
      notice.provider,
      notice.noticeId,
      notice.orderId,
      notice.bodySealed,
      notice.outcome,
      new Date(notice.receivedAtMs),
    ],
  );
}

export type ClosedOrder = 'closed' | 'still-open-attempt' | 'not-unpaid';

export interface ClosingOrder {
  readonly shard: number;
  readonly id: bigint;
  readonly claim_key: Buffer;
  readonly edition_code: string;
}

/**
 * Closes an unpaid order whose attempts are all closed, and gives its people free to be insured by another one;
 * `event` says by whom. One server wins.
 */
export function closeOrder(
  database: Database,
  order: ClosingOrder,
  event: 'OrderCancelled' | 'OrderExpired',
  nowMs: number,
): Promise<ClosedOrder> {
  return database.transaction(async (query) => {
    const [row] = await query<{ status: OrderStatus }>(
      'select status from orders where shard = $1 and id = $2 for update',
      [order.shard, order.id],
    );
    const status = row && (row.status === 20 || row.status === 25) ? nextOrderStatus(row.status, event) : null;
    if (status === null) return 'not-unpaid';
    const open = await query(
      `select 1 from payment_attempts where shard = $1 and order_id = $2 and state in ('CREATED', 'WAITING') limit 1`,
      [order.shard, order.id],
    );
    if (open.length > 0) return 'still-open-attempt';
    await query('update orders set status = $3, closed_at = $4 where shard = $1 and id = $2', [
      order.shard,
      order.id,
      status,
      new Date(nowMs),
    ]);
    const insured = await insuredOfOrders(query, order.shard, [order.id]);
    await releaseClaims(query, {
      claimKey: order.claim_key,
      editionCode: order.edition_code,
      personIndexes: insured.map((person) => person.person_index),
    });
    return 'closed';
  });
}

/** Orders past their time that nothing at a provider holds open any more. */
export async function expiredOrders(query: Query, nowMs: number, limit: number): Promise<ClosingOrder[]> {
  return query(
    `select shard, id, claim_key, edition_code from orders o
     where status in (20, 25) and expires_at <= $1 and not exists (
       select 1 from payment_attempts a
       where a.shard = o.shard and a.order_id = o.id and a.state in ('CREATED', 'WAITING'))
     order by expires_at limit $2`,
    [new Date(nowMs), limit],
  );
}

/** Policies of an order, or the upgrades of an upgrade order; how many there are and how many are issued. */
export async function policyCounts(
  query: Query,
  shard: number,
  orderId: bigint,
): Promise<{ policies: number; issued: number }> {
  const [row] = await query<{ policies: number; issued: number }>(
    `select count(*)::integer as policies, count(issued_at)::integer as issued from (
       select issued_at from policies where shard = $1 and order_id = $2
       union all
       select issued_at from upgrades where shard = $1 and order_id = $2) as parts`,
    [shard, orderId],
  );
  return row ?? { policies: 0, issued: 0 };
}
