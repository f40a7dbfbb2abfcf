import type { Query } from '../../db/database.ts';

export interface RefundIntent {
  readonly shard: number;
  readonly orderId: bigint;
  readonly id: bigint;
  readonly paymentId: bigint;
  readonly refundNo: string;
  readonly amountFen: number;
  readonly reasonText: string;
  readonly reasonCode: string;
  readonly basis: 'full' | 'cash-value';
  readonly appliedBy: bigint;
  readonly clientKey: string;
  /** Who of the staff began it. */
  readonly startedBy: number | null;
  /** By when a person has to decide it; null: it is decided, and sent. */
  readonly reviewDueAtMs: number | null;
  readonly nowMs: number;
  readonly items: readonly { readonly policyId: bigint; readonly amountFen: number }[];
}

const INTENT = `
with cancelling as (
  update policies set status = 3
  where shard = $1 and order_id = $2 and id = any ($13::bigint[]) and status in (0, 1) and issued_at is not null
  returning id
), lowering as (
  update upgrades set status = 3
  where shard = $1 and order_id = $2 and id = any ($13::bigint[]) and status = 0 and issued_at is not null
  returning id
), moved as (
  update orders set status = 60 where shard = $1 and id = $2 and status in (50, 60, 61)
), attempt as (
  update payment_attempts set state = 'REFUNDING' where shard = $1 and id = $4 and state = 'SUCCESS'
), intent as (
  insert into refunds (shard, id, order_id, payment_id, refund_no, amount_fen, reason, reason_code, basis, applied_by,
    client_key, state, created_at, next_try_at, review_due_at, started_by)
  values ($1, $3, $2, $4, $5, $6, $7, $8, $9, $10, $11,
    case when $15::timestamptz is null then 'CREATED' else 'REVIEWING' end, $12,
    case when $15::timestamptz is null then $12::timestamptz end, $15, $16)
), items as (
  insert into refund_items (shard, refund_id, policy_id, order_id, amount_fen)
  select $1::smallint, $3::bigint, g.policy_id, $2::bigint, g.amount_fen
  from unnest($13::bigint[], $14::integer[]) as g(policy_id, amount_fen)
), told as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  values ($1, $3, 'refund-accepted', $2, $12, $12::timestamptz + interval '1 minute')
)
select id from cancelling
union all
select id from lowering`;

/** One statement: the intent to give the money back, its policies (or upgrades) on their way out (3), their order refunding (60). */
export async function writeRefundIntent(query: Query, intent: RefundIntent): Promise<void> {
  const cancelling = await query(INTENT, [
    intent.shard,
    intent.orderId,
    intent.id,
    intent.paymentId,
    intent.refundNo,
    intent.amountFen,
    intent.reasonText,
    intent.reasonCode,
    intent.basis,
    intent.appliedBy,
    intent.clientKey,
    new Date(intent.nowMs),
    intent.items.map((item) => item.policyId),
    intent.items.map((item) => item.amountFen),
    intent.reviewDueAtMs === null ? null : new Date(intent.reviewDueAtMs),
    intent.startedBy,
  ]);
  // The caller holds the order and has looked: anything else is a bug, and the transaction is undone.
  if (cancelling.length !== intent.items.length) throw new Error('a policy changed under a locked order');
}
