import { beijingTimestamp } from '../clock/beijing-time.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { noSuchOrder } from './order-book.ts';
import { PayError, parameterError, SUB_CODE } from './pay-error.ts';
import type { PayNotifier, PayOrder, PayTables, Refund, RefundStatus } from './pay-rows.ts';
import type { RefundInput } from './refund-input.ts';

const SETTLE_AFTER_MS = 3000;
const GAP_MS = 60_000;
const MAX_PARTS = 50;
const REFUND_WINDOW_MS = 365 * 86_400_000;
/** How a fault makes a refund end. */
const ENDINGS = ['refund_pending', 'refund_fail', 'refund_abnormal'] as const;

export type RefundBook = {
  create(input: RefundInput): Refund;
  find(outRefundNo: string): Refund | undefined;
  list(): Refund[];
  /** Answer fields of create and query. */
  view(refund: Refund): Record<string, unknown>;
  /** Ends a refund that is PROCESSING or ABNORMAL; `SUCCESS` unless given. Throws RangeError for an unknown number. */
  settle(outRefundNo: string, status?: Exclude<RefundStatus, 'PROCESSING'>): Refund;
  /** The operator pays an ABNORMAL refund another way. */
  applyAbnormal(refundId: string, outRefundNo: string): Refund;
  /** Schedules again what a restart left PROCESSING. */
  resume(): void;
};

/** Refunds: accepted at once, ended some seconds later, told by notification. */
export function createRefundBook(parts: SandboxParts, tables: PayTables, notifier: PayNotifier): RefundBook {
  const { clock, faults, random } = parts;

  faults.offer('wechat-pay', 'refund.create', ['refund_account_empty', ...ENDINGS]);
  faults.offer('wechat-pay', 'notify', ['refund_dup']);

  const paidOrder = (input: RefundInput): PayOrder => {
    const order = tables.orders
      .rows()
      .find(
        (row) =>
          row.paidAtMs !== undefined &&
          (row.transactionId === input.transactionId || row.outTradeNo === input.outTradeNo),
      );
    if (!order) throw noSuchOrder();
    return order;
  };

  const plan = (refund: Refund): void => {
    const { outcome } = refund;
    if (refund.status !== 'PROCESSING' || outcome === undefined) return;
    clock.schedule(refund.settlesAtMs, () => {
      if (tables.refunds.get(refund.outRefundNo)?.status === 'PROCESSING') settle(refund.outRefundNo, outcome);
    });
  };

  const amounts = (refund: Refund) => ({
    total: refund.totalFen,
    refund: refund.refundFen,
    payer_total: refund.totalFen,
    payer_refund: refund.refundFen,
  });

  const settle = (outRefundNo: string, status: Exclude<RefundStatus, 'PROCESSING'> = 'SUCCESS'): Refund => {
    const refund = tables.refunds.get(outRefundNo);
    if (!refund) throw new RangeError(`no refund ${outRefundNo}`);
    if (refund.status === 'SUCCESS' || refund.status === 'CLOSED') return refund;
    const ended: Refund = { ...refund, status, ...(status === 'SUCCESS' ? { succeededAtMs: clock.now() } : {}) };
    tables.refunds.put(outRefundNo, ended);
    if (ended.notifyUrl === undefined) return ended;
    notifier.announce({
      eventType: `REFUND.${status}`,
      summary: { SUCCESS: '退款成功', ABNORMAL: '退款异常', CLOSED: '退款关闭' }[status],
      originalType: 'refund',
      outTradeNo: ended.outTradeNo,
      outRefundNo,
      url: ended.notifyUrl,
      resource: {
        mchid: parts.keys.wechatPay.mchid,
        transaction_id: ended.transactionId,
        out_trade_no: ended.outTradeNo,
        refund_id: ended.refundId,
        out_refund_no: outRefundNo,
        refund_status: status,
        ...(ended.succeededAtMs === undefined ? {} : { success_time: beijingTimestamp(ended.succeededAtMs) }),
        user_received_account: '支付用户零钱',
        amount: amounts(ended),
      },
    });
    return ended;
  };

  const book: RefundBook = {
    create: (input) => {
      const known = tables.refunds.get(input.outRefundNo);
      if (known) {
        const same =
          known.refundFen === input.refundFen &&
          known.totalFen === input.totalFen &&
          (input.outTradeNo === undefined || known.outTradeNo === input.outTradeNo) &&
          (input.transactionId === undefined || known.transactionId === input.transactionId);
        if (!same)
          throw new PayError(400, 'INVALID_REQUEST', '商户退款单号重复，且与原请求参数不一致', SUB_CODE.otherData);
        return known;
      }
      const order = paidOrder(input);
      const now = clock.now();
      if (input.totalFen !== order.totalFen) throw parameterError('amount.total', '与原订单金额不一致', input.totalFen);
      const earlier = tables.refunds.rows().filter((refund) => refund.outTradeNo === order.outTradeNo);
      const alive = earlier.filter((refund) => refund.status !== 'CLOSED');
      const refundedFen = alive.reduce((sum, refund) => sum + refund.refundFen, 0);
      if (refundedFen + input.refundFen > order.totalFen) {
        throw new PayError(400, 'INVALID_REQUEST', '累计退款金额大于支付金额', SUB_CODE.parameter);
      }
      if (earlier.length >= MAX_PARTS)
        throw new PayError(403, 'RULE_LIMIT', '部分退款次数超过限制', SUB_CODE.parameter);
      if (now - (order.paidAtMs ?? 0) > REFUND_WINDOW_MS)
        throw new PayError(403, 'RULE_LIMIT', '订单已经超过退款期限', SUB_CODE.parameter);
      if (earlier.some((refund) => now - refund.createdAtMs < GAP_MS)) {
        throw new PayError(429, 'FREQUENCY_LIMITED', '同一笔订单的退款间隔应在一分钟以上', SUB_CODE.frequency);
      }
      const match = { outTradeNo: order.outTradeNo, outRefundNo: input.outRefundNo };
      if (faults.take('wechat-pay', 'refund.create', ['refund_account_empty'], match)) {
        throw new PayError(403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起', SUB_CODE.parameter);
      }
      const fault = faults.take('wechat-pay', 'refund.create', ENDINGS, match);
      const outcomes = { refund_pending: 'SUCCESS', refund_fail: 'CLOSED', refund_abnormal: 'ABNORMAL' } as const;
      const delayMs = fault?.kind === 'refund_pending' ? fault.args?.delayMs : SETTLE_AFTER_MS;
      const refund: Refund = {
        refundId: `50000${random.digits(23)}`,
        outRefundNo: input.outRefundNo,
        outTradeNo: order.outTradeNo,
        transactionId: order.transactionId ?? '',
        refundFen: input.refundFen,
        totalFen: input.totalFen,
        reason: input.reason,
        notifyUrl: input.notifyUrl,
        fundsAccount: input.fundsAccount,
        status: 'PROCESSING',
        // A pending one waits for ever unless told how long.
        outcome: delayMs === undefined ? undefined : fault ? outcomes[fault.kind as keyof typeof outcomes] : 'SUCCESS',
        settlesAtMs: now + Number(delayMs ?? SETTLE_AFTER_MS),
        createdAtMs: now,
      };
      tables.refunds.put(refund.outRefundNo, refund);
      plan(refund);
      return refund;
    },
    find: (outRefundNo) => tables.refunds.get(outRefundNo),
    list: () => tables.refunds.rows(),
    view: (refund) => ({
      refund_id: refund.refundId,
      out_refund_no: refund.outRefundNo,
      transaction_id: refund.transactionId,
      out_trade_no: refund.outTradeNo,
      channel: 'ORIGINAL',
      user_received_account: '支付用户零钱',
      ...(refund.succeededAtMs === undefined ? {} : { success_time: beijingTimestamp(refund.succeededAtMs) }),
      create_time: beijingTimestamp(refund.createdAtMs),
      status: refund.status,
      funds_account: refund.fundsAccount ?? 'UNSETTLED',
      amount: {
        ...amounts(refund),
        settlement_total: refund.totalFen,
        settlement_refund: refund.refundFen,
        discount_refund: 0,
        currency: 'CNY',
      },
      promotion_detail: [],
    }),
    settle,
    applyAbnormal: (refundId, outRefundNo) => {
      const refund = tables.refunds.get(outRefundNo);
      if (refund?.refundId !== refundId)
        throw new PayError(404, 'RESOURCE_NOT_EXISTS', '退款单不存在', SUB_CODE.noSuchOrder);
      if (refund.status !== 'ABNORMAL')
        throw new PayError(400, 'INVALID_REQUEST', '退款单状态不是异常', SUB_CODE.parameter);
      const again: Refund = {
        ...refund,
        status: 'PROCESSING',
        outcome: 'SUCCESS',
        settlesAtMs: clock.now() + SETTLE_AFTER_MS,
      };
      tables.refunds.put(outRefundNo, again);
      plan(again);
      return again;
    },
    resume: () => {
      for (const refund of tables.refunds.rows()) plan(refund);
    },
  };
  return book;
}
