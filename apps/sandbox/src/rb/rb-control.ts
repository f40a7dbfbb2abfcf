import type { NotificationControl, Notifier } from '../notifications/notifier.ts';
import type { RbOrderBook, RbStatus } from './order-book.ts';
import type { RbNotification, RbOrder, RbRefund, RbRefundStatus } from './rb-rows.ts';
import type { RbRefundBook } from './refund-book.ts';

export const RB_ACTIONS = [
  ...(['pay', 'pay-no-return', 'cancel', 'balance-short', 'close'] as const),
  ...(['force-pay'] as const),
];
export type RbAction = (typeof RB_ACTIONS)[number];

export type RbOrderReport = RbOrder & { status: RbStatus };

/** Everything a test may do to the insurer's cashier. */
export type RbControl = {
  orders: {
    list(): RbOrderReport[];
    find(outTradeNo: string): RbOrderReport | undefined;
    /**
     * Presses a cashier button, however old its page is. `force-pay` pays a closed order too. Throws RangeError for an
     * unknown number and RbError when it cannot be.
     */
    act(outTradeNo: string, action: RbAction): RbOrderReport;
  };
  refunds: { list(): RbRefund[]; settle(refundNo: string, status?: Exclude<RbRefundStatus, 'REFUNDING'>): RbRefund };
  notifications: NotificationControl;
};

/** Binds the control functions to the running books. */
export function createRbControl(
  orders: RbOrderBook,
  refunds: RbRefundBook,
  notifier: Notifier<RbNotification>,
): RbControl {
  const report = (order: RbOrder): RbOrderReport => ({ ...order, status: orders.statusOf(order) });
  const find = (outTradeNo: string): RbOrderReport | undefined => {
    const order = orders.find(outTradeNo);
    return order && report(order);
  };
  return {
    orders: {
      list: () => orders.list().map(report),
      find,
      act: (outTradeNo, action) => {
        const order = orders.find(outTradeNo);
        if (!order) throw new RangeError(`no order ${outTradeNo}`);
        if (action === 'balance-short') orders.fail(outTradeNo);
        else if (action === 'force-pay') orders.pay(outTradeNo, { force: true });
        else if (action === 'pay' || action === 'pay-no-return') orders.pay(outTradeNo);
        return find(outTradeNo) ?? report(order);
      },
    },
    refunds,
    notifications: notifier,
  };
}
