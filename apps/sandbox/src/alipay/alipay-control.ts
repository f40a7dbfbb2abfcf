import type { FormNotifier } from '../notifications/form-notifier.ts';
import type { AlipayRefund, PageRequest, Trade, TradeState } from './alipay-rows.ts';
import type { Buyer, BuyerBook } from './buyer-book.ts';
import type { AlipayRefundBook } from './refund-book.ts';
import type { TradeBook } from './trade-book.ts';

export const ALIPAY_ACTIONS = [
  'pay',
  'pay-no-return',
  'cancel',
  'balance-short',
  'close',
  'confirm',
  'force-pay',
  'finish',
] as const;
export type AlipayAction = (typeof ALIPAY_ACTIONS)[number];

/** A payment page, with its trade once the payer has confirmed. */
export type AlipayOrderReport = Omit<PageRequest, 'token'> &
  Partial<Trade> & { tradeState: TradeState | 'NOT_CONFIRMED' };

/** Everything a test may do to the Alipay side. */
export type AlipayControl = {
  orders: {
    list(): AlipayOrderReport[];
    find(outTradeNo: string): AlipayOrderReport | undefined;
    /**
     * Presses a cashier button of the newest page of this number. `confirm` makes the trade without money, `force-pay`
     * pays a closed one too, `finish` ends the time for refunds. Throws RangeError for an unknown number and
     * AlipayError when it cannot be.
     */
    act(outTradeNo: string, action: AlipayAction, buyerId?: string): AlipayOrderReport;
  };
  refunds: { list(): AlipayRefund[]; settle(outRequestNo: string, status?: 'SUCCESS' | 'FAILED'): AlipayRefund };
  notifications: Pick<FormNotifier, 'list' | 'resend' | 'drop' | 'hold' | 'release'>;
  buyers: { list(): Buyer[]; add(buyer: Buyer): void };
};

export type AlipayControlBooks = {
  trades: TradeBook;
  refunds: AlipayRefundBook;
  notifier: FormNotifier;
  buyers: BuyerBook;
};

/** Binds the control functions to the running books. */
export function createAlipayControl(books: AlipayControlBooks): AlipayControl {
  const { trades } = books;
  const report = (request: PageRequest): AlipayOrderReport => {
    const { token: _token, ...page } = request;
    const trade = trades.find({ outTradeNo: request.outTradeNo });
    return { ...page, ...trade, tradeState: trade ? trades.stateOf(trade) : 'NOT_CONFIRMED' };
  };
  const find = (outTradeNo: string): AlipayOrderReport | undefined => {
    const request = trades.lastRequest(outTradeNo);
    return request && report(request);
  };
  return {
    orders: {
      list: () =>
        [...new Set(trades.requests().map((request) => request.outTradeNo))].flatMap((one) => find(one) ?? []),
      find,
      act: (outTradeNo, action, buyerId) => {
        const request = trades.lastRequest(outTradeNo);
        if (!request) throw new RangeError(`no payment page for ${outTradeNo}`);
        if (action === 'confirm' || action === 'balance-short') trades.confirm(request, { buyerId });
        else if (action === 'finish') trades.finish(outTradeNo);
        else if (action === 'force-pay') trades.pay(outTradeNo, { buyerId, force: true });
        else if (action === 'pay' || action === 'pay-no-return') trades.pay(outTradeNo, { buyerId });
        return report(request);
      },
    },
    refunds: books.refunds,
    notifications: books.notifier,
    buyers: books.buyers,
  };
}
