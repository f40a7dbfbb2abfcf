import type { RefundStatus } from '@huimin/domain/refund';
import type { Database, Query } from '../../db/database.ts';
import { postOrders } from '../ledger/index.ts';
import { endCover } from '../order/index.ts';

export type RefundState = RefundStatus;

export interface RefundRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  payment_id: bigint;
  refund_no: string;
  amount_fen: number;
  reason: string;
  state: RefundState;
  created_at: number;
  sent_at: number | null;
  tries: number;
}

const COLUMNS = 'shard, id, order_id, payment_id, refund_no, amount_fen, reason, state, created_at, sent_at, tries';

/** Takes refunds whose next step is due; each for one server only, until the lease ends. */
export async function leaseRefunds(query: Query, nowMs: number, leaseMs: number, limit: number): Promise<RefundRow[]> {
  return query<RefundRow>(
    `update refunds set lease_until = $2
     where (shard, id) in (
       select shard, id from refunds
       where next_try_at <= $1 and (lease_until is null or lease_until < $1) order by next_try_at limit $3
     ) and (lease_until is null or lease_until < $1)
     returning ${COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

export async function refundByNo(
  query: Query,
  shard: number,
  orderId: bigint,
  refundNo: string,
): Promise<RefundRow | null> {
  const rows = await query<RefundRow>(
    `select ${COLUMNS} from refunds where shard = $1 and order_id = $2 and refund_no = $3`,
    [shard, orderId, refundNo],
  );
  return rows[0] ?? null;
}

export interface RefundedPayment {
  merchant_order_no: string;
  amount_fen: number;
  provider: string;
  provider_txn: string;
}

export async function paymentOfRefund(query: Query, refund: RefundRow): Promise<RefundedPayment> {
  const [row] = await query<RefundedPayment>(
    'select merchant_order_no, amount_fen, provider, provider_txn from payments where shard = $1 and id = $2',
    [refund.shard, refund.payment_id],
  );
  if (!row) throw new Error('a refund without its payment');
  return row;
}

/** Where a refund stands now. A settled one never changes again. */
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
  },
): Promise<void> {
  await query(
    `update refunds set state = $3, provider_refund_no = coalesce($4, provider_refund_no), next_try_at = $5,
       tries = tries + 1, lease_until = null, sent_at = case when $7 then null else sent_at end,
       accepted_at = coalesce(accepted_at, case when $4::text is not null then $6::timestamptz end)
     where shard = $1 and id = $2 and state <> 'SETTLED'`,
    [
      refund.shard,
      refund.id,
      change.state,
      change.providerRefundNo,
      change.nextTryAtMs === null ? null : new Date(change.nextTryAtMs),
      new Date(change.nowMs),
      change.isLost ?? false,
    ],
  );
}

/**
 * Notes that a refund is about to be handed over, and answers the time it goes by; null when another one of its payment
 * was less than `gapMs` ago. Sent again after an unclear answer it keeps its time, since the provider may have it by that;
 * where there is a gap, the last time counts for the others.
 */
export async function takeRefundTurn(
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

/** A refund that its provider could not end: its money is here until a person sees to it. */
export interface StuckRefund {
  refund_no: string;
  order_id: bigint;
  provider: string;
  merchant_order_no: string;
  amount_fen: number;
  state: RefundState;
  created_at: number;
}

/** Refunds that wait for a person, the oldest first. */
export async function stuckRefunds(query: Query, limit: number): Promise<StuckRefund[]> {
  return query<StuckRefund>(
    `select r.refund_no, r.order_id, p.provider, p.merchant_order_no, r.amount_fen, r.state, r.created_at
     from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id
     where r.state in ('ABNORMAL', 'CLOSED') order by r.created_at, r.id limit $1`,
    [limit],
  );
}

/** Waits for its turn; no try was made. */
export async function postponeRefund(query: Query, refund: RefundRow, untilMs: number): Promise<void> {
  await query('update refunds set next_try_at = $3, lease_until = null where shard = $1 and id = $2 and state = $4', [
    refund.shard,
    refund.id,
    new Date(untilMs),
    refund.state,
  ]);
}

/** How much of a settled refund is back with the payer; null when there is no such refund. */
export async function refundedFen(query: Query, shard: number, refundId: bigint): Promise<number | null> {
  const rows = await query<{ amount_fen: number }>(
    `select amount_fen from refunds where shard = $1 and id = $2 and state = 'SETTLED'`,
    [shard, refundId],
  );
  return rows[0]?.amount_fen ?? null;
}

/**
 * The money is back with the payer, who is told so by news of it; the attempt it came by is finished with it once all of
 * it is. The policies that were given back for it are void from this moment and their people free to be insured again.
 * The order is refunded when nothing of it is left: no policy, or no premium because it was paid after its close or no
 * cover could be given.
 * One transaction that holds the order's row, because two refunds of one order may settle at once; the ledger is in it.
 */
export function settleRefund(
  database: Database,
  refund: RefundRow,
  providerRefundNo: string | null,
  settledAtMs: number,
  postedAtMs = settledAtMs,
): Promise<void> {
  return database.transaction(async (query) => {
    const [order] = await query<{ claim_key: Buffer; edition_code: string }>(
      'select claim_key, edition_code from orders where shard = $1 and id = $2 for update',
      [refund.shard, refund.order_id],
    );
    if (!order) throw new Error('a refund without its order');
    const ended = await query<{ person_index: Buffer | null }>(SETTLE, [
      refund.shard,
      refund.id,
      providerRefundNo,
      new Date(settledAtMs),
      refund.order_id,
      refund.payment_id,
    ]);
    await postOrders(query, [{ shard: refund.shard, orderId: refund.order_id }], postedAtMs);
    if (ended.length === 0) return;
    await query(AFTER_POLICIES, [refund.shard, refund.order_id]);
    await endCover(query, {
      claimKey: order.claim_key,
      editionCode: order.edition_code,
      personIndexes: ended.flatMap((person) => person.person_index ?? []),
    });
  });
}

const SETTLE = `
with done as (
  update refunds set state = 'SETTLED', provider_refund_no = coalesce($3, provider_refund_no), settled_at = $4,
    accepted_at = coalesce(accepted_at, $4), next_try_at = null, lease_until = null, tries = tries + 1
  where shard = $1 and id = $2 and state <> 'SETTLED'
  returning amount_fen
), items as (
  update refund_items set ended_at = $4
  where shard = $1 and refund_id = $2 and ended_at is null and exists (select 1 from done) returning policy_id
), cancelled as (
  update policies set status = 4, cancelled_at = $4
  where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), lowered as (
  update upgrades set status = 4, cancelled_at = $4
  where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), attempt as (
  update payment_attempts a set state = case when back.fen >= a.amount_fen then 'REFUNDED' else 'SUCCESS' end
  from (
    select coalesce(sum(r.amount_fen), 0) + (select sum(amount_fen) from done) as fen from refunds r
    where r.shard = $1 and r.order_id = $5 and r.payment_id = $6 and r.id <> $2 and r.state = 'SETTLED'
  ) back
  where a.shard = $1 and a.id = $6 and a.state = 'REFUNDING' and exists (select 1 from done)
    and (back.fen >= a.amount_fen or not exists (
      select 1 from refunds o where o.shard = $1 and o.order_id = $5 and o.payment_id = $6 and o.id <> $2
        and o.state not in ('SETTLED', 'REJECTED')))
), news as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  select $1, $2, 'refund-settled', $5, $4, $4 from done where amount_fen > 0
  on conflict do nothing
), without_cover as (
  update orders set status = 62
  where shard = $1 and id = $5 and exists (select 1 from done) and ((status = 60 and paid_at is null) or status = 85)
)
select i.person_index from insured i where i.shard = $1 and i.id = any (array(select id from cancelled))
union all
select null from lowered`;

/** 60 while another of its policies (of an upgrade order: of its upgrades) is on the way back, 61 while one stands, then 62. */
const AFTER_POLICIES = `
with parts as (
  select status from policies where shard = $1 and order_id = $2
  union all
  select status from upgrades where shard = $1 and order_id = $2
)
update orders o set status = case
  when exists (select 1 from parts where status = 3) then 60
  when exists (select 1 from parts where status <> 4) then 61
  else 62 end
where o.shard = $1 and o.id = $2 and o.status in (60, 61)`;
