import { bigints, smallints } from '../../db/binary-array.ts';
import type { WriteKind } from '../../db/group-commit.ts';
import { bigint, bytea, integer, moment, rowsOf, smallint, text } from '../../db/row-array.ts';

/** One purchase as transaction B writes it: verified evidence, and the notice it came with (if it was one). */
export interface PaidPurchase {
  readonly shard: number;
  readonly orderId: bigint;
  readonly attemptId: bigint;
  readonly provider: string;
  readonly merchantOrderNo: string;
  readonly providerTxn: string;
  readonly amountFen: number;
  readonly paidAt: Date;
  readonly receivedAt: Date;
  readonly notice: { readonly noticeId: string; readonly bodySealed: Buffer } | null;
}

/**
 * The state and amount in the WHERE clauses are check and lock at once. Policy ids are `order id * 16 + position`, as
 * the insured's are, so no other table is read; an upgrade issues none. `status::integer` keeps the planner off the partial index of unpaid
 * orders: with statistics from before a sale it scans that whole index for every batch. What fits nothing changes
 * nothing and is explained by a read later. Money that fits its attempt but not its order leaves `payment-unplaced`
 * behind, so that it is given back even when this process ends before it gets that far. Money that has paid another order
 * breaks the payments' own key and with it the whole statement: an order without a payment of its own is not paid.
 */
export const MARK_PAID = `
with given as (
  select * from unnest($1::paid_purchase_1[])
), tried as (
  update payment_attempts a set state = 'SUCCESS', next_query_at = null, lease_until = null
  from given g
  where a.shard = any($2::smallint[]) and a.id = any($3::bigint[]) and a.shard = g.shard and a.id = g.attempt_id and a.provider = g.provider
    and a.merchant_order_no = g.merchant_order_no and a.amount_fen = g.amount_fen
    and a.state in ('CREATED', 'WAITING', 'FAILED', 'CLOSED')
  returning g.*, a.method
), paid as (
  update orders o set status = 30, paid_at = t.paid_at, method = t.method
  from tried t
  where o.shard = t.shard and o.id = t.order_id
    and o.status::integer in (20, 25) and o.premium_fen = t.amount_fen
  returning t.*, o.user_id, o.edition_code, o.edition_year, o.unit_premium_fen,
    case o.kind when 'upgrade' then 0 else o.insured_count end as policy_count, o.kind
), money as (
  insert into payments (shard, id, order_id, provider, provider_txn, merchant_order_no, method, amount_fen, purpose,
    paid_at, received_at)
  select shard, attempt_id, order_id, provider, provider_txn, merchant_order_no, method, amount_fen, 'premium', paid_at,
    received_at
  from paid
), cover as (
  insert into policies (shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at)
  select p.shard, p.order_id * 16 + k.position, p.order_id, p.user_id, p.edition_code, p.edition_year, 0,
    p.unit_premium_fen, p.received_at
  from paid p cross join generate_series(1, p.policy_count) as k(position)
  on conflict do nothing
), news as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  select shard, order_id, case kind when 'upgrade' then 'upgrade-paid' else 'order-paid' end, order_id, received_at,
    received_at
  from paid
  union all
  select shard, attempt_id, 'payment-unplaced', order_id, received_at, received_at + interval '1 minute' from tried
  where order_id <> all (array(select order_id from paid))
  on conflict do nothing
), notices as (
  insert into payment_notices (shard, provider, notice_id, order_id, body_sealed, outcome, received_at)
  select n.shard, n.provider, n.notice_id, n.order_id, n.body_sealed,
    case when n.order_id = any (array(select order_id from paid)) then 'settled' else 'received' end, n.received_at
  from unnest($4::received_notice_1[]) as n
  on conflict (shard, provider, notice_id) do update
    set body_sealed = excluded.body_sealed, outcome = excluded.outcome, received_at = excluded.received_at
    where payment_notices.outcome <> 'settled'
)
select order_id from paid`;

const paidPurchases = rowsOf<PaidPurchase>('paid_purchase_1', [
  smallint((purchase) => purchase.shard),
  bigint((purchase) => purchase.orderId),
  bigint((purchase) => purchase.attemptId),
  text((purchase) => purchase.provider),
  text((purchase) => purchase.merchantOrderNo),
  text((purchase) => purchase.providerTxn),
  integer((purchase) => purchase.amountFen),
  moment((purchase) => purchase.paidAt),
  moment((purchase) => purchase.receivedAt),
]);

const receivedNotices = rowsOf<PaidPurchase>('received_notice_1', [
  smallint((purchase) => purchase.shard),
  text((purchase) => purchase.provider),
  text((purchase) => purchase.notice?.noticeId),
  bigint((purchase) => purchase.orderId),
  bytea((purchase) => purchase.notice?.bodySealed),
  moment((purchase) => purchase.receivedAt),
]);

/** Transaction B: one statement for one or many purchases; false where it changed nothing. */
export function markPaid(groupByShard: boolean): WriteKind<PaidPurchase, boolean> {
  return groupByShard ? MARK_PAID_BY_SHARD : MARK_PAID_TOGETHER;
}

const MARK_PAID_TOGETHER: WriteKind<PaidPurchase, boolean> = {
  name: 'mark-paid',
  async flush(query, purchases) {
    const chosen = firstOfEachOrder(purchases);
    const notices = noticesOnce(purchases);
    const rows = await query<{ order_id: bigint }>(MARK_PAID, [
      paidPurchases(chosen),
      smallints(chosen.map((purchase) => purchase.shard)),
      bigints(chosen.map((purchase) => purchase.attemptId)),
      receivedNotices(notices),
    ]);
    const paid = new Set(rows.map((row) => row.order_id));
    const applied = new Set(chosen.filter((purchase) => paid.has(purchase.orderId)));
    return purchases.map((purchase) => applied.has(purchase));
  },
};

const MARK_PAID_BY_SHARD: WriteKind<PaidPurchase, boolean> = {
  ...MARK_PAID_TOGETHER,
  groupOf: (purchase) => purchase.shard,
};

/** One purchase per order and statement, sorted so that two servers lock rows in the same order. */
function firstOfEachOrder(purchases: readonly PaidPurchase[]): PaidPurchase[] {
  const byOrder = new Map<bigint, PaidPurchase>();
  for (const purchase of purchases) if (!byOrder.has(purchase.orderId)) byOrder.set(purchase.orderId, purchase);
  return [...byOrder.values()].sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
}

function noticesOnce(purchases: readonly PaidPurchase[]): PaidPurchase[] {
  const byId = new Map<string, PaidPurchase>();
  for (const purchase of purchases) {
    if (purchase.notice) byId.set(`${purchase.shard} ${purchase.provider} ${purchase.notice.noticeId}`, purchase);
  }
  return [...byId.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, purchase]) => purchase);
}
