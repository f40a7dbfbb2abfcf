import type { Notifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type RbOrderBook, rbTime } from './order-book.ts';
import { noSuchOrder, RbError } from './rb-error.ts';
import type { RbNotification, RbRefund, RbRefundStatus, RbTables } from './rb-rows.ts';

const SETTLE_AFTER_MS = 3000;

export type RbRefundAsk = { outTradeNo: string; refundNo: string; refundFen: number };

export type RbRefundBook = {
  /** Takes a refund, or answers again for the same number. Throws `absent`, `otherData`, `refundAmount`, `accountEmpty`. */
  create(ask: RbRefundAsk): RbRefund;
  find(refundNo: string): RbRefund | undefined;
  list(): RbRefund[];
  /** Ends one in progress. Throws RangeError for an unknown number. */
  settle(refundNo: string, status?: Exclude<RbRefundStatus, 'REFUNDING'>): RbRefund;
  view(refund: RbRefund): Record<string, unknown>;
  /** Schedules again what a restart left in progress. */
  resume(): void;
};

/** Refunds of the insurer's cashier: taken, settled seconds later, and told. */
export function createRbRefundBook(
  parts: SandboxParts,
  tables: RbTables,
  orders: RbOrderBook,
  notifier: Notifier<RbNotification>,
): RbRefundBook {
  const { clock, faults, random } = parts;
  faults.offer('rb', 'refund.create', ['refund_account_empty', 'refund_pending', 'refund_fail']);
  faults.offer('rb', 'notify', ['refund_dup']);

  const end = (refund: RbRefund, status: Exclude<RbRefundStatus, 'REFUNDING'>): RbRefund => {
    const { settlesAtMs: _settles, outcome: _outcome, ...rest } = refund;
    const ended: RbRefund = { ...rest, status, endedAtMs: clock.now() };
    tables.refunds.put(ended.refundNo, ended);
    const order = orders.find(refund.outTradeNo);
    if (order) {
      notifier.announce({
        eventType: `REFUND ${status}`,
        outTradeNo: refund.outTradeNo,
        outRefundNo: refund.refundNo,
        url: order.notifyUrl,
        content: {
          type: 'REFUND',
          outTradeNo: refund.outTradeNo,
          payOrderNo: order.payOrderNo,
          refundNo: refund.refundNo,
          rbRefundNo: refund.rbRefundNo,
          amount: refund.refundFen,
          status,
          time: rbTime(clock.now()),
        },
      });
    }
    return ended;
  };

  const plan = (refund: RbRefund): void => {
    const { outcome, settlesAtMs } = refund;
    if (refund.status !== 'REFUNDING' || settlesAtMs === undefined || outcome === undefined) return;
    clock.schedule(settlesAtMs, () => {
      const current = tables.refunds.get(refund.refundNo);
      if (current?.status === 'REFUNDING') end(current, outcome);
    });
  };

  return {
    create: ({ outTradeNo, refundNo, refundFen }) => {
      const known = tables.refunds.get(refundNo);
      if (known) {
        if (known.outTradeNo !== outTradeNo || known.refundFen !== refundFen)
          throw new RbError('otherData', '退款单号重复，且与原请求参数不一致');
        return known;
      }
      const order = orders.find(outTradeNo);
      if (order?.state !== 'PAID') throw noSuchOrder();
      const earlier = tables.refunds.rows().filter((row) => row.outTradeNo === outTradeNo && row.status !== 'FAILED');
      const refundedFen = earlier.reduce((sum, row) => sum + row.refundFen, 0);
      if (refundedFen + refundFen > order.amountFen) throw new RbError('refundAmount', '退款金额大于可退金额');
      const match = { outTradeNo, outRefundNo: refundNo };
      if (faults.take('rb', 'refund.create', ['refund_account_empty'], match))
        throw new RbError('accountEmpty', '商户可用余额不足');
      const fault = faults.take('rb', 'refund.create', ['refund_pending', 'refund_fail'], match);
      const delayMs = fault?.kind === 'refund_pending' ? fault.args?.delayMs : SETTLE_AFTER_MS;
      const taken: RbRefund = {
        refundNo,
        rbRefundNo: `RBR${random.digits(20)}`,
        outTradeNo,
        refundFen,
        status: 'REFUNDING',
        createdAtMs: clock.now(),
        outcome: fault?.kind === 'refund_fail' ? 'FAILED' : 'REFUNDED',
        ...(delayMs === undefined ? {} : { settlesAtMs: clock.now() + Number(delayMs) }),
      };
      tables.refunds.put(refundNo, taken);
      plan(taken);
      return taken;
    },
    find: (refundNo) => tables.refunds.get(refundNo),
    list: () => tables.refunds.rows(),
    settle: (refundNo, status = 'REFUNDED') => {
      const refund = tables.refunds.get(refundNo);
      if (!refund) throw new RangeError(`no refund ${refundNo}`);
      return refund.status === 'REFUNDING' ? end(refund, status) : refund;
    },
    view: (refund) => ({
      refundNo: refund.refundNo,
      rbRefundNo: refund.rbRefundNo,
      outTradeNo: refund.outTradeNo,
      refundAmount: refund.refundFen,
      status: refund.status,
      ...(refund.endedAtMs === undefined ? {} : { time: rbTime(refund.endedAtMs) }),
    }),
    resume: () => {
      for (const refund of tables.refunds.rows()) plan(refund);
    },
  };
}
