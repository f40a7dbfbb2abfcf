import { beijingText } from '../clock/beijing-time.ts';
import { alsoPaid } from '../faults/cashier-faults.ts';
import type { FormNotifier } from '../notifications/form-notifier.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { businessError, noSuchTrade } from './alipay-error.ts';
import type { AlipayTables, PageRequest, Trade, TradeState } from './alipay-rows.ts';
import type { BuyerBook } from './buyer-book.ts';
import type { Fields } from './signing.ts';

/** After a year a paid trade can no longer be refunded. */
const FINISHED_AFTER_MS = 365 * 86_400_000;

export type TradeNumbers = { outTradeNo?: string; tradeNo?: string };

export type TradeBook = {
  /** Opens a payment page. Throws `ACQ.TRADE_HAS_SUCCESS`, `ACQ.TRADE_HAS_CLOSE`, `ACQ.CONTEXT_INCONSISTENT`. */
  open(input: Omit<PageRequest, 'token' | 'openedAtMs'>): PageRequest;
  request(token: string): PageRequest | undefined;
  /** The newest page of this number. */
  lastRequest(outTradeNo: string): PageRequest | undefined;
  requests(): PageRequest[];
  /** The payer confirms: from now on the trade exists, waiting for its money. `force` overlooks that it is too late. */
  confirm(request: PageRequest, options?: { buyerId?: string; force?: boolean }): Trade;
  /** Confirms and pays. A paid trade stays as it is; `force` pays a closed one too. */
  pay(outTradeNo: string, options?: { buyerId?: string; force?: boolean }): Trade;
  /** The trade's own number wins when both are given. */
  find(numbers: TradeNumbers): Trade | undefined;
  list(): Trade[];
  stateOf(trade: Trade): TradeState;
  /** The merchant closes a trade that waits for payment. `notifyUrl` is told. */
  close(numbers: TradeNumbers, notifyUrl?: string): Trade;
  /** No refunds any more, as by itself after a year. Throws RangeError for a trade that is not paid. */
  finish(outTradeNo: string): Trade;
  /** Answer fields of a query. */
  view(trade: Trade): Record<string, unknown>;
  /** Tells the shop about the trade; `more` are the fields of a refund. */
  announce(trade: Trade, more?: Fields, url?: string): void;
  put(trade: Trade): void;
  /** Schedules again what a restart left waiting. */
  resume(): void;
};

/** Payment pages and the trades that payers make of them. */
export function createTradeBook(
  parts: SandboxParts,
  tables: AlipayTables,
  buyers: BuyerBook,
  notifier: FormNotifier,
): TradeBook {
  const { clock, faults, keys, random } = parts;
  faults.offer('alipay', 'cashier', ['double_pay']);

  const stateOf = (trade: Trade): TradeState => {
    if (trade.state === 'WAIT_BUYER_PAY' && clock.now() >= trade.expiresAtMs) return 'TRADE_CLOSED';
    const old = clock.now() - (trade.paidAtMs ?? clock.now()) > FINISHED_AFTER_MS;
    return trade.state === 'TRADE_SUCCESS' && old ? 'TRADE_FINISHED' : trade.state;
  };

  const buyerFields = (trade: Trade, names: { userId: string; openId: string }): Record<string, string> => {
    const buyer = buyers.find(trade.buyerId) ?? buyers.list()[0];
    return buyer ? { ...buyers.identity(buyer, names), buyer_logon_id: buyer.logonId } : {};
  };

  const announce: TradeBook['announce'] = (trade, more = {}, url = trade.notifyUrl) => {
    if (url === undefined) return;
    const amount = yuan(trade.totalFen);
    const paid: Fields =
      trade.paidAtMs === undefined
        ? {}
        : {
            gmt_payment: beijingText(trade.paidAtMs),
            receipt_amount: amount,
            invoice_amount: amount,
            buyer_pay_amount: amount,
            point_amount: '0.00',
            fund_bill_list: JSON.stringify([{ amount, fundChannel: 'ALIPAYACCOUNT' }]),
          };
    notifier.announce({
      eventType: stateOf(trade),
      outTradeNo: trade.outTradeNo,
      ...(more.out_biz_no ? { outRefundNo: more.out_biz_no } : {}),
      url,
      fields: {
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        trade_status: stateOf(trade),
        total_amount: amount,
        subject: trade.subject,
        ...(trade.body ? { body: trade.body } : {}),
        ...buyerFields(trade, { userId: 'buyer_id', openId: 'buyer_open_id' }),
        seller_id: keys.alipay.sellerId,
        seller_email: 'seller@example.cn',
        gmt_create: beijingText(trade.createdAtMs),
        ...paid,
        ...(trade.closedAtMs === undefined ? {} : { gmt_close: beijingText(trade.closedAtMs) }),
        ...(trade.passbackParams ? { passback_params: trade.passbackParams } : {}),
        ...more,
      },
    });
  };

  const put = (trade: Trade): Trade => {
    tables.trades.put(trade.outTradeNo, trade);
    return trade;
  };

  const planExpiry = (trade: Trade): void => {
    if (trade.state !== 'WAIT_BUYER_PAY') return;
    clock.schedule(trade.expiresAtMs, () => {
      const current = tables.trades.get(trade.outTradeNo);
      if (current?.state === 'WAIT_BUYER_PAY')
        announce(put({ ...current, state: 'TRADE_CLOSED', closedAtMs: current.expiresAtMs }));
    });
  };

  /** Throws when this page cannot lead to a payment of the trade that its number already has. */
  const checkOpen = (trade: Trade, wanted: Pick<PageRequest, 'totalFen' | 'subject'>): void => {
    const state = stateOf(trade);
    if (state === 'TRADE_SUCCESS' || state === 'TRADE_FINISHED')
      throw businessError('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
    if (state === 'TRADE_CLOSED') throw businessError('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
    if (trade.totalFen !== wanted.totalFen || trade.subject !== wanted.subject)
      throw businessError('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改');
  };

  const find: TradeBook['find'] = ({ outTradeNo, tradeNo }) =>
    tradeNo === undefined
      ? tables.trades.get(outTradeNo ?? '')
      : tables.trades.rows().find((trade) => trade.tradeNo === tradeNo);

  const lastRequest = (outTradeNo: string): PageRequest | undefined =>
    tables.requests.rows().findLast((request) => request.outTradeNo === outTradeNo);

  const confirm: TradeBook['confirm'] = (request, options = {}) => {
    const known = tables.trades.get(request.outTradeNo);
    if (known) {
      if (!options.force) checkOpen(known, request);
      return known;
    }
    const now = clock.now();
    if (now >= request.expiresAtMs && !options.force) throw businessError('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
    const { token: _token, openedAtMs: _opened, ...facts } = request;
    const trade = put({
      ...facts,
      tradeNo: `${beijingText(now).replace(/\D/g, '').slice(0, 8)}22001${random.digits(15)}`,
      buyerId: options.buyerId ?? buyers.list()[0]?.userId ?? '',
      createdAtMs: now,
      state: 'WAIT_BUYER_PAY',
    });
    planExpiry(trade);
    return trade;
  };

  /** Numbers of pages that can still be paid, oldest first. */
  const waiting = (): string[] => {
    const open = tables.requests.rows().filter((request) => {
      const trade = tables.trades.get(request.outTradeNo);
      return trade ? stateOf(trade) === 'WAIT_BUYER_PAY' : clock.now() < request.expiresAtMs;
    });
    return open.map((request) => request.outTradeNo);
  };

  const book: TradeBook = {
    open: (input) => {
      const known = tables.trades.get(input.outTradeNo);
      if (known) checkOpen(known, input);
      const request: PageRequest = { ...input, token: random.text(32), openedAtMs: clock.now() };
      tables.requests.put(request.token, request);
      return request;
    },
    request: (token) => tables.requests.get(token),
    lastRequest,
    requests: () => tables.requests.rows(),
    confirm,
    pay: (outTradeNo, options = {}) => {
      const known = tables.trades.get(outTradeNo);
      if (known?.paidAtMs !== undefined) return known;
      const request = lastRequest(outTradeNo);
      if (!request) throw noSuchTrade();
      const trade = confirm(request, options);
      const { closedAtMs: _closed, ...open } = trade;
      const paid = put({ ...open, state: 'TRADE_SUCCESS', paidAtMs: clock.now() });
      announce(paid);
      const other = alsoPaid(faults, 'alipay', outTradeNo, waiting());
      if (other !== undefined) book.pay(other, { buyerId: paid.buyerId });
      return paid;
    },
    find,
    list: () => tables.trades.rows(),
    stateOf,
    close: (numbers, notifyUrl) => {
      const trade = find(numbers);
      if (!trade) throw noSuchTrade();
      if (stateOf(trade) !== 'WAIT_BUYER_PAY') {
        // Older and newer documents name this state differently; both are seen.
        throw random.next() < 0.5
          ? businessError('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态异常')
          : businessError('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      }
      const closed = put({ ...trade, state: 'TRADE_CLOSED', closedAtMs: clock.now() });
      if (notifyUrl !== undefined) announce(closed, {}, notifyUrl);
      return closed;
    },
    finish: (outTradeNo) => {
      const trade = tables.trades.get(outTradeNo);
      if (trade?.state !== 'TRADE_SUCCESS') throw new RangeError(`no paid trade ${outTradeNo}`);
      const finished = put({ ...trade, state: 'TRADE_FINISHED' });
      announce(finished);
      return finished;
    },
    view: (trade) => {
      const amount = yuan(trade.totalFen);
      const common = {
        trade_no: trade.tradeNo,
        out_trade_no: trade.outTradeNo,
        trade_status: stateOf(trade),
        total_amount: amount,
        ...buyerFields(trade, { userId: 'buyer_user_id', openId: 'buyer_open_id' }),
      };
      if (trade.paidAtMs === undefined) {
        return {
          ...common,
          buyer_pay_amount: '0.00',
          receipt_amount: '0.00',
          invoice_amount: '0.00',
          point_amount: '0.00',
        };
      }
      return {
        ...common,
        buyer_pay_amount: amount,
        receipt_amount: amount,
        invoice_amount: amount,
        point_amount: '0.00',
        send_pay_date: beijingText(trade.paidAtMs),
        fund_bill_list: [{ fund_channel: 'ALIPAYACCOUNT', amount }],
      };
    },
    announce,
    put,
    resume: () => {
      for (const trade of tables.trades.rows()) planExpiry(trade);
    },
  };
  return book;
}
