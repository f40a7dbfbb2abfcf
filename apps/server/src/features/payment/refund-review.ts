import type { Query } from '../../db/database.ts';
import { postOrders } from '../ledger/index.ts';

interface ReviewedRefund {
  readonly shard: number;
  readonly id: bigint;
  readonly order_id: bigint;
}

/** Refunds that were reviewed go on to their providers; answers how many of them still waited for that. */
export async function approveRefunds(query: Query, refunds: readonly ReviewedRefund[], nowMs: number): Promise<number> {
  const rows = await query(
    `update refunds set state = 'CREATED', next_try_at = $3
     where shard = any($1) and id = any($2) and state = 'REVIEWING' returning id`,
    [[...new Set(refunds.map(({ shard }) => shard))], refunds.map(({ id }) => id), new Date(nowMs)],
  );
  return rows.length;
}

const REJECT = `
with done as (
  update refunds set state = 'REJECTED', settled_at = $3, returned_reason = $4, reviewed_by = $5, reviewed_at = $3
  where shard = $1 and id = $2 and state = 'REVIEWING'
  returning order_id, payment_id
), items as (
  update refund_items set ended_at = $3
  where shard = $1 and refund_id = $2 and ended_at is null and exists (select 1 from done) returning policy_id
), stands as (
  update policies set status = 0
  where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), raised as (
  update upgrades set status = 0
  where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), attempt as (
  update payment_attempts a set state = 'SUCCESS' from done d
  where a.shard = $1 and a.id = d.payment_id and a.state = 'REFUNDING' and not exists (
    select 1 from refunds o where o.shard = $1 and o.order_id = d.order_id and o.payment_id = d.payment_id
      and o.id <> $2 and o.state not in ('SETTLED', 'REJECTED'))
)
select order_id from done`;

/** 60 while another refund of it is under way, 61 where something of it is back already, else 50 again. */
const ORDER_AFTER = `
with parts as (
  select status from policies where shard = $1 and order_id = $2
  union all
  select status from upgrades where shard = $1 and order_id = $2
)
update orders o set status = case
  when exists (select 1 from parts where status = 3) then 60
  when exists (select 1 from parts where status = 4) then 61
  else 50 end
where o.shard = $1 and o.id = $2 and o.status = 60`;

/** An upgrade of the refund raises a policy that is given back, or about to be. */
const STANDS_ON_NOTHING = `
select 1 from refund_items i
  join upgrades u on u.shard = i.shard and u.id = i.policy_id
  join policies p on p.shard = u.shard and p.id = u.policy_id
where i.shard = $1 and i.refund_id = $2 and p.status in (3, 4) limit 1`;

/** `policy-returns`: what it would let stand is an upgrade, and the policy that it raises goes back. */
export type TurnedDown = 'done' | 'not-waiting' | 'policy-returns';

/**
 * Turns a refund down: its policies stand again, and the ledger owes nothing. Whoever gives back a policy holds the
 * orders of its upgrades, so that none is let stand meanwhile.
 */
export async function rejectRefund(
  query: Query,
  refund: ReviewedRefund,
  decision: { readonly reason: string; readonly by: number; readonly nowMs: number },
): Promise<TurnedDown> {
  await query('select 1 from orders where shard = $1 and id = $2 for update', [refund.shard, refund.order_id]);
  if ((await query(STANDS_ON_NOTHING, [refund.shard, refund.id])).length > 0) return 'policy-returns';
  const rows = await query(REJECT, [refund.shard, refund.id, new Date(decision.nowMs), decision.reason, decision.by]);
  if (rows.length === 0) return 'not-waiting';
  await query(ORDER_AFTER, [refund.shard, refund.order_id]);
  await postOrders(query, [{ shard: refund.shard, orderId: refund.order_id }], decision.nowMs);
  return 'done';
}
