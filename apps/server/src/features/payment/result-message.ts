import type { Query } from '../../db/database.ts';
import type { OrderRow } from '../order/index.ts';

/** When an order that nobody paid has been closed, at the latest. */
const CLOSED_BY_THEN = '10 minutes';

/**
 * Promises the payer of an unpaid order a text message about the result, once: news that waits until the order is paid or
 * closed, at the latest for its close. Safe to repeat.
 */
export async function promiseResult(query: Query, order: Pick<OrderRow, 'shard' | 'id'>, nowMs: number): Promise<void> {
  await query(
    `insert into outbox (shard, id, kind, order_id, created_at, available_at)
     select shard, id, 'payment-result', id, $3, greatest(expires_at, $3) + interval '${CLOSED_BY_THEN}'
     from orders where shard = $1 and id = $2 and status in (20, 25)
     on conflict do nothing`,
    [order.shard, order.id, new Date(nowMs)],
  );
}

/** Lets promised messages go whose orders are paid or closed; returns how many. */
export async function releaseResults(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    `update outbox b set available_at = $1
     where b.kind = 'payment-result' and b.available_at > $1 and exists (
       select 1 from orders o where o.shard = b.shard and o.id = b.order_id and o.status::integer not in (10, 20, 25, 90))
     returning b.id`,
    [new Date(nowMs)],
  );
  return rows.length;
}

/** The result in the words of the message; null while there is none. At most 20 characters. */
export function resultText({
  status,
  kind,
  paid_at: paidAt,
}: Pick<OrderRow, 'status' | 'kind' | 'paid_at'>): string | null {
  switch (status) {
    case 30:
    case 40:
    case 50:
      return '已收到付款';
    case 60:
    case 61:
    case 62:
      return paidAt === null ? '关闭后才扣的款，全额退回' : '已收到付款';
    case 70:
    case 71:
      return '没有收到付款，订单已关闭';
    case 85:
      return kind === 'upgrade' ? '没能升级，款项全额退回' : '没能承保，款项全额退回';
    default:
      return null;
  }
}
