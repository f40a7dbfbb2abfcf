import type { Core } from '../../core.ts';
import { positionId } from '../../security/order-ids.ts';

const REASON = '未能承保或者升级，全额退款';
/** Number of the one refund an order gets when no cover could be given; surplus refunds start at 50. */
const REFUND_INDEX = 1;

/** One statement: a paid order that cannot be covered (85) together with the intent to refund its premium in full. */
const REFUND = `
with failed as (
  update orders set status = 85 where shard = $1 and id = $2 and status in (30, 40) returning shard, id
), uncovered as (
  update policies set status = 6 where shard = $1 and order_id = $2 and exists (select 1 from failed)
), not_raised as (
  update upgrades set status = 6 where shard = $1 and order_id = $2 and exists (select 1 from failed)
), tried as (
  update payment_attempts set state = 'REFUNDING', next_query_at = null, lease_until = null
  where shard = $1 and order_id = $2 and state = 'SUCCESS' and exists (select 1 from failed)
)
insert into refunds (shard, id, order_id, payment_id, refund_no, amount_fen, reason, state, created_at, next_try_at)
select p.shard, $3, p.order_id, p.id, $4, p.amount_fen, $5, 'CREATED', $6, $6
from payments p, failed
where p.shard = $1 and p.order_id = $2 and p.purpose = 'premium'
on conflict do nothing`;

/** Gives a premium back in full when cover cannot be given. Safe to repeat. */
export async function refundUnissuable(core: Core, order: { shard: number; id: bigint }): Promise<void> {
  await core.database.query(REFUND, [
    order.shard,
    order.id,
    positionId(order.id, REFUND_INDEX),
    core.numbers.refundNo(order.id, REFUND_INDEX),
    REASON,
    new Date(core.clock.now()),
  ]);
}
