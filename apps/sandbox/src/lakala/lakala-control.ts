import type { NotificationControl, Notifier } from '../notifications/notifier.ts';
import type { CounterOrder, LklNotification, LklRefund, PayMode, RefundState } from './lkl-rows.ts';
import type { CounterBook, OrderStatus } from './order-book.ts';
import type { LklRefundBook } from './refund-book.ts';

export const LAKALA_ACTIONS = [
  ...(['pay', 'pay-no-return', 'cancel', 'balance-short', 'close'] as const),
  ...(['submit', 'force-pay', 'revoke'] as const),
];
export type LakalaAction = (typeof LAKALA_ACTIONS)[number];

export type LakalaOrderReport = CounterOrder & { orderStatus: OrderStatus };

/** Everything a test may do to the Lakala side. */
export type LakalaControl = {
  orders: {
    list(): LakalaOrderReport[];
    find(outOrderNo: string): LakalaOrderReport | undefined;
    /**
     * Presses a button of the counter. `submit` leaves the payment in progress, `force-pay` pays a closed or expired
     * order too, `revoke` takes the payment back in the merchant's console. Throws RangeError for an unknown number and
     * LklError when it cannot be.
     */
    act(outOrderNo: string, action: LakalaAction, payMode?: PayMode): LakalaOrderReport;
  };
  refunds: {
    list(): LklRefund[];
    settle(outTradeNo: string, state?: Exclude<RefundState, 'PROCESSING'>): LklRefund;
  };
  notifications: NotificationControl;
};

/** Binds the control functions to the running books. */
export function createLakalaControl(
  orders: CounterBook,
  refunds: LklRefundBook,
  notifier: Notifier<LklNotification>,
): LakalaControl {
  const report = (order: CounterOrder): LakalaOrderReport => ({ ...order, orderStatus: orders.statusOf(order) });
  const find = (outOrderNo: string): LakalaOrderReport | undefined => {
    const order = orders.find({ outOrderNo });
    return order && report(order);
  };
  return {
    orders: {
      list: () => orders.list().map(report),
      find,
      act: (outOrderNo, action, payMode) => {
        const order = orders.find({ outOrderNo });
        if (!order) throw new RangeError(`no order ${outOrderNo}`);
        if (action === 'submit') orders.submit(outOrderNo);
        else if (action === 'balance-short') orders.fail(outOrderNo);
        else if (action === 'force-pay') orders.pay(outOrderNo, { payMode, force: true });
        else if (action === 'revoke') orders.revoke(outOrderNo);
        else if (action === 'pay' || action === 'pay-no-return') orders.pay(outOrderNo, { payMode });
        return find(outOrderNo) ?? report(order);
      },
    },
    refunds,
    notifications: notifier,
  };
}
