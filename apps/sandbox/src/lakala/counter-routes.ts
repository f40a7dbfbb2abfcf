import type { Router } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { createLklDoor } from './counter-door.ts';
import { type Fields, optional, readOrderInput, readRefundInput, text } from './counter-input.ts';
import { LklError, noSuchOrder } from './lkl-error.ts';
import type { CounterOrder } from './lkl-rows.ts';
import { type CounterBook, lklTime, tradeView } from './order-book.ts';
import type { LklRefundBook } from './refund-book.ts';

export const COUNTER_PATH = '/r/lkl';

/** The calls of the cashier and of refunds. */
export function addCounterRoutes(
  router: Router,
  parts: SandboxParts,
  orders: CounterBook,
  refunds: LklRefundBook,
): void {
  const { clock, faults } = parts;
  const door = createLklDoor(parts);
  faults.offer('lakala', 'order.close', ['pay_between_query_and_close', 'late_pay_after_close']);

  const byOrder = (data: Fields) => ({ outTradeNo: noted(data.out_order_no) });
  const byRefund = (data: Fields) => ({
    outTradeNo:
      refunds.find(String(data.out_trade_no))?.outOrderNo ??
      noted(data.origin_out_trade_no) ??
      orders.list().find((order) => order.trades.some((trade) => trade.tradeNo === data.origin_trade_no))?.outOrderNo,
    outRefundNo: noted(data.out_trade_no),
  });
  const orderOf = (data: Fields): CounterOrder => {
    const outOrderNo = optional(data, 'out_order_no', 32);
    const payOrderNo = optional(data, 'pay_order_no', 64);
    if (outOrderNo === undefined && payOrderNo === undefined)
      throw new LklError('parameter', '参数错误：out_order_no和pay_order_no不能都为空');
    const order = orders.find({ outOrderNo, payOrderNo });
    if (!order) throw noSuchOrder();
    return order;
  };

  router.on(
    'POST',
    '/api/v3/ccss/counter/order/special_create',
    door({
      name: 'order.create',
      match: byOrder,
      handle: (data) => {
        const order = orders.create(readOrderInput(data, clock.now()));
        const { merchant_no, channel_id, out_order_no, order_create_time, order_efficient_time, pay_order_no } =
          orders.head(order);
        return {
          ...{ merchant_no, channel_id, out_order_no, order_create_time, order_efficient_time, pay_order_no },
          total_amount: String(order.totalFen),
          counter_url: `${parts.origin()}${COUNTER_PATH}/${order.payOrderNo}`,
        };
      },
    }),
  );

  router.on(
    'POST',
    '/api/v3/ccss/counter/order/query',
    door({
      name: 'order.query',
      match: byOrder,
      handle: (data) => {
        const order = orderOf(data);
        // Newest first.
        return { ...orders.head(order), order_trade_info_list: order.trades.map(tradeView).reverse() };
      },
    }),
  );

  router.on(
    'POST',
    '/api/v3/ccss/counter/order/close',
    door({
      name: 'order.close',
      match: byOrder,
      handle: (data) => {
        const { outOrderNo } = orderOf(data);
        const match = { outTradeNo: outOrderNo };
        if (faults.take('lakala', 'order.close', ['pay_between_query_and_close'], match)) orders.pay(outOrderNo);
        const { merchant_no, channel_id, out_order_no, pay_order_no, order_status } = orders.head(
          orders.close(outOrderNo),
        );
        const late = faults.take('lakala', 'order.close', ['late_pay_after_close'], match);
        if (late) {
          clock.schedule(clock.now() + Number(late.args?.delayMs ?? 1000), () => {
            orders.pay(outOrderNo, { force: true });
          });
        }
        return { merchant_no, channel_id, out_order_no, pay_order_no, order_status };
      },
    }),
  );

  router.on(
    'POST',
    '/api/v3/rfd/refund_front/refund',
    door({
      name: 'refund.create',
      match: byRefund,
      handle: (data) => refunds.view(refunds.create(readRefundInput(data))),
    }),
  );

  router.on(
    'POST',
    '/api/v3/rfd/refund_front/refund_query',
    door({
      name: 'refund.query',
      match: byRefund,
      handle: (data) => {
        text(data, 'term_no', 16);
        const refund = refunds.find(text(data, 'out_trade_no', 32));
        if (!refund) throw new LklError('absent', '退款不存在');
        return { ...refunds.view(refund), trade_time: lklTime(refund.endedAtMs ?? refund.createdAtMs) };
      },
    }),
  );
}

function noted(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
