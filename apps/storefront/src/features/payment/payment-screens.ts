import type { OrderPaymentStateValue } from '@huimin/contract';
import type { PayErrorReason } from './payment-messages.ts';

type Payment = OrderPaymentStateValue['payment'];
export type PaymentScreen = 'pay' | 'payLoading' | 'paySuccess' | 'payFail' | 'pay_error';

/** Which payment states each screen shows. */
const ACCEPTS: Readonly<Record<PaymentScreen, readonly Payment[]>> = {
  pay: ['unpaid'],
  payLoading: ['unpaid', 'confirming'],
  paySuccess: ['paid'],
  payFail: ['unpaid', 'closed'],
  pay_error: ['unpaid'],
};

/** Where an order in this state belongs when a screen does not show it. */
const BELONGS: Readonly<Record<Payment, string>> = {
  unpaid: '/pay',
  confirming: '/payLoading',
  paid: '/paySuccess',
  closed: '/orderDetail',
  refunding: '/orderDetail',
  refunded: '/orderDetail',
};

/** The route to replace this screen with, or null when it may stay: back, refresh and old links come out right. */
export function routeInstead(screen: PaymentScreen, { payment, orderNo }: { payment: Payment; orderNo: string }) {
  if (ACCEPTS[screen].includes(payment)) return null;
  // Whoever was told why they could not pay reads there what became of the order, and can begin a new one.
  return orderRoute(screen === 'pay_error' && payment === 'closed' ? '/payFail' : BELONGS[payment], orderNo);
}

/** A route about one order: `/pay?orderNo=JS26…`. */
export function orderRoute(path: string, orderNo: string): string {
  return `${path}?orderNo=${encodeURIComponent(orderNo)}`;
}

/** The pay page with the way chosen: that of the last try, or another one. */
export function payRoute(orderNo: string, way: string | 'another' | null): string {
  const route = orderRoute('/pay', orderNo);
  return way === null ? route : `${route}&way=${encodeURIComponent(way)}`;
}

/** The page that says why this order's payment could not be made, and what to do instead. */
export function payErrorRoute(orderNo: string, reason: PayErrorReason): string {
  return `${orderRoute('/pay_error', orderNo)}&reason=${reason}`;
}

/** The server starts no payment in the last minute of an order (its job closes the order meanwhile). */
const START_MARGIN_MS = 60_000;

/** How long a payment of this order can still be started, ms; not positive when it cannot. Both times by the server. */
export function payableForMs({ expiresAtMs }: { expiresAtMs: number }, serverNowMs: number): number {
  return expiresAtMs - START_MARGIN_MS - serverNowMs;
}
