import type { FormNotifier } from '../notifications/form-notifier.ts';
import type { FrontRequest, Transaction } from './acp-rows.ts';
import type { TransactionBook } from './transaction-book.ts';

export const UNIONPAY_ACTIONS = [
  ...(['pay', 'pay-no-return', 'cancel', 'balance-short', 'close'] as const),
  ...(['submit', 'force-pay'] as const),
];
export type UnionpayAction = (typeof UNIONPAY_ACTIONS)[number];

/** A payment page; its code is `34` until the payer has submitted it. */
export type UnionpayOrderReport = Omit<FrontRequest, 'token'> & Partial<Transaction> & { respCode: string };

/** Everything a test may do to the UnionPay side. */
export type UnionpayControl = {
  orders: {
    list(): UnionpayOrderReport[];
    find(orderId: string): UnionpayOrderReport | undefined;
    /**
     * Presses a cashier button of the newest page of this number. `submit` leaves the payment in progress (05),
     * `force-pay` pays after payTimeout too. Throws RangeError for an unknown number and AcpError when it cannot be.
     */
    act(orderId: string, action: UnionpayAction): UnionpayOrderReport;
  };
  refunds: { list(): Transaction[] };
  /** Ends a transaction in progress: `00` unless given. */
  settle(orderId: string, respCode?: string): Transaction;
  notifications: Pick<FormNotifier, 'list' | 'resend' | 'drop' | 'hold' | 'release'>;
};

/** Binds the control functions to the running books. */
export function createUnionpayControl(book: TransactionBook, notifier: FormNotifier): UnionpayControl {
  const report = ({ token: _token, ...request }: FrontRequest): UnionpayOrderReport => ({
    ...request,
    respCode: '34',
    ...book.find(request.orderId),
  });
  const find = (orderId: string): UnionpayOrderReport | undefined => {
    const request = book.lastRequest(orderId);
    return request && report(request);
  };
  return {
    orders: {
      list: () => [...new Set(book.requests().map((request) => request.orderId))].flatMap((one) => find(one) ?? []),
      find,
      act: (orderId, action) => {
        const request = book.lastRequest(orderId);
        if (!request) throw new RangeError(`no payment page for ${orderId}`);
        if (action === 'submit') book.submit(request, '05');
        else if (action === 'balance-short') book.submit(request, '64');
        else if (action === 'force-pay') book.submit(request, '00', { force: true });
        else if (action === 'pay' || action === 'pay-no-return') book.submit(request, '00');
        return report(request);
      },
    },
    refunds: { list: () => book.list().filter((row) => row.txnType !== '01') },
    settle: (orderId, respCode) => book.settle(orderId, respCode),
    notifications: notifier,
  };
}
