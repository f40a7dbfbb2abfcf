import type { NotificationControl } from '../notifications/notifier.ts';
import type { CentreBooks } from './centre-calls.ts';
import type { Account, Authorisation, MedicalOrder, MedicalRefund, RefundStatus } from './centre-rows.ts';
import type { PushedPhone } from './jump-book.ts';

export const MEDICAL_ACTIONS = [
  ...(['pay', 'pay-no-return', 'cancel', 'balance-short', 'close'] as const),
  ...(['submit', 'force-pay'] as const),
];
export type MedicalAction = (typeof MEDICAL_ACTIONS)[number];

/** Everything a test may do to the medical-insurance payment centre. */
export type MedicalAccountControl = {
  accounts: { list(): Account[]; find(idNo: string): Account | undefined; set(account: Account): void };
  authorisations: {
    list(): Authorisation[];
    /** The person's decision. Throws RangeError for an unknown number and CentreError when it cannot be. */
    decide(outAuthNo: string, result: 'OK' | 'CANCEL'): Authorisation;
  };
  orders: {
    list(): MedicalOrder[];
    find(outTradeNo: string): MedicalOrder | undefined;
    /**
     * Presses a cashier button. `submit` leaves the payment with the insurance core until `settle`, `force-pay` pays a
     * closed order too. Throws RangeError for an unknown number and CentreError when it cannot be.
     */
    act(outTradeNo: string, action: MedicalAction): MedicalOrder;
    /** Ends what the insurance core is busy with: SUCCESS unless given. */
    settle(outTradeNo: string, outcome?: 'SUCCESS' | 'FAIL'): MedicalOrder;
  };
  refunds: {
    list(): MedicalRefund[];
    settle(appRefdSn: string, status?: Exclude<RefundStatus, 'PROC'>): MedicalRefund;
  };
  notifications: NotificationControl;
  /** Phones handed over for jumps into the app. */
  jumps(): PushedPhone[];
};

/** Binds the control functions to the running books. */
export function createMedicalAccountControl(
  { accounts, authorisations, orders, refunds }: CentreBooks,
  notifications: NotificationControl,
): Omit<MedicalAccountControl, 'jumps'> {
  const known = (outTradeNo: string): MedicalOrder => {
    const order = orders.find(outTradeNo);
    if (!order) throw new RangeError(`no order ${outTradeNo}`);
    return order;
  };
  return {
    accounts,
    authorisations,
    orders: {
      list: orders.list,
      find: orders.find,
      act: (outTradeNo, action) => {
        const order = known(outTradeNo);
        switch (action) {
          case 'pay':
          case 'pay-no-return':
            return orders.pay(outTradeNo);
          case 'force-pay':
            return orders.pay(outTradeNo, { force: true });
          case 'submit':
            return orders.pay(outTradeNo, { core: { outcome: 'SUCCESS' } });
          case 'balance-short':
            return orders.failed(outTradeNo);
          default:
            return order;
        }
      },
      settle: (outTradeNo, outcome = 'SUCCESS') => {
        known(outTradeNo);
        return orders.settle(outTradeNo, outcome);
      },
    },
    refunds,
    notifications,
  };
}
