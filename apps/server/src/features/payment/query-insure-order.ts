import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { type OrderRow, orderOfOwner } from '../order/index.ts';
import { askProvider } from './ask-provider.ts';
import { type AttemptRow, attemptsOf, openAttempts } from './attempt-store.ts';
import { orderPaymentState } from './order-payment-state.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** State of an order; while it is unpaid here, the provider of its open attempt is asked, so a lost notice costs nothing. */
export function queryInsureOrder(deps: PaymentDependencies): Handler<Calls['queryInsureOrder']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    const read = async (): Promise<OrderRow | null> =>
      orderId === null ? null : orderOfOwner(deps.database.query, request.user, orderId);
    const order = await read();
    if (!order) return fail('not-found', '没有找到这笔订单');
    if (order.status !== 20 && order.status !== 25) return ok(await orderPaymentState(deps, order, false));
    const open = openAttempts(await attemptsOf(deps.database.query, order.shard, order.id));
    // By attempt and state: an answer of before the payment was started says nothing about it.
    const subject = open.map((attempt) => `${attempt.merchant_order_no} ${attempt.state}`).join();
    const unclear = open.length > 0 && (await deps.askGate.ask(subject, () => askAbout(deps, open)));
    return ok(await orderPaymentState(deps, (await read()) ?? order, unclear));
  };
}

/** True when an attempt may have been paid and its provider did not say. */
async function askAbout(deps: PaymentDependencies, attempts: readonly AttemptRow[]): Promise<boolean> {
  let unclear = false;
  for (const attempt of attempts) {
    const asked = await askProvider(deps, attempt);
    // Without a handle the payer never saw a cashier, so nothing can have been charged.
    if (asked === 'unknown' && attempt.state === 'WAITING') unclear = true;
  }
  return unclear;
}
