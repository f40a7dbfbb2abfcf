import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { orderPaymentState } from './order-payment-state.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** State of an order; while it is unpaid here, the provider of its open attempt is asked, so a lost notice costs nothing. */
export function queryInsureOrder(deps: PaymentDependencies): Handler<Calls['queryInsureOrder']> {
  return async (input, request) => {
    const asked = await askAboutOrder(deps, request.user, input.orderNo, input.waiting);
    return asked ? ok(await orderPaymentState(deps, asked.order, asked)) : fail('not-found', '没有找到这笔订单');
  };
}

/** The same asked by somebody who is back from the cashier and waits. */
export function queryInsureOrderCallback(deps: PaymentDependencies): Handler<Calls['queryInsureOrderCallback']> {
  const answer = queryInsureOrder(deps);
  return (input, request) => answer({ ...input, waiting: true }, request);
}
