import type { Router } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type RbOrderBook, rbTime } from './order-book.ts';
import { createRbDoor } from './rb-door.ts';
import { noSuchOrder, RbError } from './rb-error.ts';
import { fen, number, readOrderInput } from './rb-input.ts';
import type { RbRefundBook } from './refund-book.ts';

export const CASHIER_PATH = '/rb/cashier';

/** The five calls of RB-1. */
export function addRbRoutes(router: Router, parts: SandboxParts, orders: RbOrderBook, refunds: RbRefundBook): void {
  const { clock, faults } = parts;
  const door = createRbDoor(parts);
  faults.offer('rb', 'order.close', ['pay_between_query_and_close', 'late_pay_after_close']);
  const on = (path: string, ...call: Parameters<typeof door>): void =>
    router.on('POST', `/gateway/pay/${path}`, door(...call));
  const orderOf = (outTradeNo: string) => {
    const order = orders.find(outTradeNo);
    if (!order) throw noSuchOrder();
    return order;
  };

  on('getPayUrl', {
    name: 'order.create',
    handle: (data) => {
      const { order, page } = orders.open(readOrderInput(data, clock.now()));
      return {
        payOrderNo: order.payOrderNo,
        payUrl: `${parts.origin()}${CASHIER_PATH}/${page.token}`,
        expireTime: rbTime(page.expiresAtMs),
      };
    },
  });
  on('query', { name: 'order.query', handle: (data) => orders.view(orderOf(number(data, 'outTradeNo'))) });
  on('close', {
    name: 'order.close',
    handle: (data) => {
      const { outTradeNo } = orderOf(number(data, 'outTradeNo'));
      if (faults.take('rb', 'order.close', ['pay_between_query_and_close'], { outTradeNo })) orders.pay(outTradeNo);
      const closed = orders.close(outTradeNo);
      const late = faults.take('rb', 'order.close', ['late_pay_after_close'], { outTradeNo });
      if (late) {
        clock.schedule(clock.now() + Number(late.args?.delayMs ?? 1000), () => {
          orders.pay(outTradeNo, { force: true });
        });
      }
      return orders.view(closed);
    },
  });
  on('refund', {
    name: 'refund.create',
    handle: (data) =>
      refunds.view(
        refunds.create({
          outTradeNo: number(data, 'outTradeNo'),
          refundNo: number(data, 'refundNo'),
          refundFen: fen(data, 'refundAmount'),
        }),
      ),
  });
  on('refundQuery', {
    name: 'refund.query',
    handle: (data) => {
      const refund = refunds.find(number(data, 'refundNo'));
      if (refund?.outTradeNo !== number(data, 'outTradeNo')) throw new RbError('refundAbsent', '退款不存在');
      return refunds.view(refund);
    },
  });
}
