import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { type OrderRow, orderOfOwner } from '../order/index.ts';
import { closeAttempt } from './ask-provider.ts';
import { attemptsOf, openAttempts } from './attempt-store.ts';
import { orderPaymentState } from './order-payment-state.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { closeOrder } from './payment-store.ts';

const MAX_ROUNDS = 3;

/** Cancels an unpaid order: closed at the provider first, then here, then its people are free again. */
export function cancelOrder(deps: PaymentDependencies): Handler<Calls['cancelOrder']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const order = orderId === null ? null : await orderOfOwner(deps.database.query, request.user, orderId);
      if (!order) return fail('not-found', '没有找到这笔订单');
      if (order.status === 70) return ok(await orderPaymentState(deps, order));
      if (order.status !== 20 && order.status !== 25) return fail('order-state', whyNot(order));
      const closedThere = await closeAtProvider(deps, order);
      if (!closedThere.ok) return closedThere;
      await closeOrder(deps.database, order, 'OrderCancelled', deps.clock.now());
    }
    return fail('payment-unclear');
  };
}

async function closeAtProvider(deps: PaymentDependencies, order: OrderRow): Promise<Reply<null>> {
  for (const attempt of openAttempts(await attemptsOf(deps.database.query, order.shard, order.id))) {
    const closed = await closeAttempt(deps, attempt);
    if (closed === 'paid') return fail('order-state', '这笔订单刚刚付款成功，不能取消');
    if (closed === 'unknown') return fail('payment-unclear', '正在确认付款结果，暂时不能取消。请稍后再试');
  }
  return ok(null);
}

function whyNot(order: OrderRow): string {
  return order.paid_at === null ? '订单已经关闭，不用再取消' : '订单已经付款，不能取消';
}
