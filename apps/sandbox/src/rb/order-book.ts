import { beijingText } from '../clock/beijing-time.ts';
import { alsoPaid } from '../faults/cashier-faults.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { noSuchOrder, RbError } from './rb-error.ts';
import type { OrderInput } from './rb-input.ts';
import type { RbNotification, RbOrder, RbPage, RbTables } from './rb-rows.ts';

const PAGE_LIFE_MS = 10 * 60_000;

export type RbStatus = 'WAIT' | 'PAID' | 'CLOSED' | 'REFUNDING' | 'REFUNDED' | 'FAILED';

export const RB_STATUS_TEXT: Record<RbStatus, string> = {
  WAIT: '等待付款',
  PAID: '支付成功',
  CLOSED: '已关闭',
  REFUNDING: '退款中',
  REFUNDED: '已退款',
  FAILED: '支付失败',
};

export type RbOrderBook = {
  /** Opens a page of a new order, or of the same one again. Throws `paid`, `closed`, `otherData`. */
  open(input: OrderInput): { order: RbOrder; page: RbPage };
  page(token: string): RbPage | undefined;
  find(outTradeNo: string): RbOrder | undefined;
  list(): RbOrder[];
  statusOf(order: RbOrder): RbStatus;
  /** Answer fields of a query. */
  view(order: RbOrder): Record<string, unknown>;
  /** A paid order stays as it is; `force` pays a closed one too. Throws `closed`. */
  pay(outTradeNo: string, options?: { force?: boolean }): RbOrder;
  /** A payment that failed; the cashier takes another one. */
  fail(outTradeNo: string): RbOrder;
  /** Throws `paid`. */
  close(outTradeNo: string): RbOrder;
};

/** Orders of the insurer's cashier. */
export function createRbOrderBook(
  parts: SandboxParts,
  tables: RbTables,
  notifier: Notifier<RbNotification>,
): RbOrderBook {
  const { clock, faults, random } = parts;
  faults.offer('rb', 'cashier', ['double_pay']);

  const put = (order: RbOrder): RbOrder => {
    tables.orders.put(order.outTradeNo, order);
    return order;
  };
  const known = (outTradeNo: string): RbOrder => {
    const order = tables.orders.get(outTradeNo);
    if (!order) throw noSuchOrder();
    return order;
  };

  const statusOf = (order: RbOrder): RbStatus => {
    if (order.state !== 'PAID')
      return order.state !== 'CLOSED' && clock.now() >= order.expiresAtMs ? 'CLOSED' : order.state;
    const refunds = tables.refunds.rows().filter((refund) => refund.outTradeNo === order.outTradeNo);
    if (refunds.some((refund) => refund.status === 'REFUNDING')) return 'REFUNDING';
    const refundedFen = refunds
      .filter((refund) => refund.status === 'REFUNDED')
      .reduce((sum, refund) => sum + refund.refundFen, 0);
    return refundedFen === order.amountFen ? 'REFUNDED' : 'PAID';
  };

  const checkOpen = (order: RbOrder): void => {
    if (order.state === 'PAID') throw new RbError('paid', '订单已支付');
    if (statusOf(order) === 'CLOSED') throw new RbError('closed', '订单已关闭');
  };

  const book: RbOrderBook = {
    open: (input) => {
      const before = tables.orders.get(input.outTradeNo);
      if (before) {
        checkOpen(before);
        const names = ['amountFen', 'subject', 'notifyUrl', 'returnUrl', 'expiresAtMs'] as const;
        if (names.some((name) => before[name] !== input[name]))
          throw new RbError('otherData', '订单号重复，且与原请求参数不一致');
      }
      const order =
        before ?? put({ ...input, payOrderNo: `RB${random.digits(20)}`, createdAtMs: clock.now(), state: 'WAIT' });
      const page: RbPage = {
        token: random.text(32),
        outTradeNo: order.outTradeNo,
        expiresAtMs: Math.min(order.expiresAtMs, clock.now() + PAGE_LIFE_MS),
      };
      tables.pages.put(page.token, page);
      return { order, page };
    },
    page: (token) => tables.pages.get(token),
    find: (outTradeNo) => tables.orders.get(outTradeNo),
    list: () => tables.orders.rows(),
    statusOf,
    view: (order) => ({
      payOrderNo: order.payOrderNo,
      outTradeNo: order.outTradeNo,
      amount: order.amountFen,
      status: statusOf(order),
      ...(order.paidAtMs === undefined ? {} : { time: rbTime(order.paidAtMs) }),
    }),
    pay: (outTradeNo, options = {}) => {
      const order = known(outTradeNo);
      if (order.state === 'PAID') return order;
      if (!options.force) checkOpen(order);
      const paid = put({ ...order, state: 'PAID', paidAtMs: clock.now() });
      notifier.announce({
        eventType: 'PAY',
        outTradeNo,
        url: paid.notifyUrl,
        content: {
          type: 'PAY',
          outTradeNo,
          payOrderNo: paid.payOrderNo,
          amount: paid.amountFen,
          status: 'PAID',
          time: rbTime(clock.now()),
        },
      });
      const waiting = tables.orders.rows().filter((row) => ['WAIT', 'FAILED'].includes(statusOf(row)));
      const other = alsoPaid(
        faults,
        'rb',
        outTradeNo,
        waiting.map((row) => row.outTradeNo),
      );
      if (other !== undefined) book.pay(other);
      return paid;
    },
    fail: (outTradeNo) => {
      const order = known(outTradeNo);
      checkOpen(order);
      return put({ ...order, state: 'FAILED' });
    },
    close: (outTradeNo) => {
      const order = known(outTradeNo);
      if (order.state === 'PAID') throw new RbError('paid', '订单已支付');
      return put({ ...order, state: 'CLOSED' });
    },
  };
  return book;
}

/** `20260101083000`, Beijing time. */
export function rbTime(atMs: number): string {
  return beijingText(atMs).replace(/\D/g, '');
}
