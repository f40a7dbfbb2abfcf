import type { OrderPaymentStateValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { OrderRow } from '../order/index.ts';
import { policyCounts } from './payment-store.ts';

type Shown = OrderPaymentStateValue['payment'];

const BY_STATUS: Readonly<Record<number, Shown>> = {
  30: 'paid',
  40: 'paid',
  50: 'paid',
  60: 'refunding',
  61: 'paid',
  62: 'refunded',
  70: 'closed',
  71: 'closed',
  85: 'refunding',
  90: 'confirming',
};

/** What the payer is told; `unclear`: an open attempt may have been charged and its provider could not be asked. */
export async function orderPaymentState(
  deps: Core,
  order: OrderRow,
  unclear: boolean,
): Promise<OrderPaymentStateValue> {
  const counts = await policyCounts(deps.database.query, order.shard, order.id);
  return {
    orderNo: deps.numbers.orderNo(order.id),
    status: order.status,
    payment: BY_STATUS[order.status] ?? (unclear ? 'confirming' : 'unpaid'),
    premiumFen: order.premium_fen,
    policyCount: counts.policies,
    issuedCount: counts.issued,
    paidAt: order.paid_at === null ? null : formatDateTime(order.paid_at),
    expiresAtMs: order.expires_at,
    serverNowMs: deps.clock.now(),
  };
}
