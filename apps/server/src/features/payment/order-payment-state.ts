import type { OrderPaymentStateValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import { METHOD_LABELS, type OrderRow } from '../order/index.ts';
import type { AskedOrder } from './ask-about-order.ts';
import { policyCounts } from './payment-store.ts';

type Shown = OrderPaymentStateValue['payment'];

const BY_STATUS: Readonly<Record<number, Shown>> = {
  30: 'paid',
  40: 'paid',
  50: 'paid',
  60: 'refunding',
  61: 'refunded',
  62: 'refunded',
  70: 'closed',
  71: 'closed',
  85: 'refunding',
  90: 'confirming',
};

const NOTHING_ASKED: Omit<AskedOrder, 'order'> = { attempts: [], unclear: false, isTold: false };

/** What the payer is told of an order after its providers were asked, or of one where there is nothing to ask. */
export async function orderPaymentState(
  deps: Core,
  order: OrderRow,
  { attempts, unclear, isTold }: Omit<AskedOrder, 'order'> = NOTHING_ASKED,
): Promise<OrderPaymentStateValue> {
  const method = attempts.at(-1)?.method ?? null;
  const counts = await policyCounts(deps.database.query, order.shard, order.id);
  return {
    orderNo: deps.numbers.orderNo(order.id),
    status: order.status,
    ...(order.kind === 'upgrade' ? { kind: order.kind } : {}),
    payment: BY_STATUS[order.status] ?? (unclear ? 'confirming' : 'unpaid'),
    premiumFen: order.premium_fen,
    method,
    methodLabel: method === null ? null : (METHOD_LABELS[method] ?? method),
    isTold,
    policyCount: counts.policies,
    issuedCount: counts.issued,
    paidAt: order.paid_at === null ? null : formatDateTime(order.paid_at),
    expiresAtMs: order.expires_at,
    serverNowMs: deps.clock.now(),
  };
}
