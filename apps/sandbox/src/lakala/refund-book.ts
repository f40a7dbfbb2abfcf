import type { SandboxParts } from '../sandbox-parts.ts';
import type { RefundInput } from './counter-input.ts';
import { LklError } from './lkl-error.ts';
import type { CounterOrder, LklRefund, LklTables, RefundState } from './lkl-rows.ts';
import { type CounterBook, lklTime, tradeNumber } from './order-book.ts';

const ENDINGS = ['refund_pending', 'refund_fail', 'refund_abnormal'] as const;
const OUTCOMES = { refund_fail: 'FAIL', refund_abnormal: 'EXCEPTION' } as const;

export type LklRefundBook = {
  /** Refunds, or answers again for the same number and amount. Throws what the platform refuses. */
  create(input: RefundInput): LklRefund;
  find(outTradeNo: string): LklRefund | undefined;
  list(): LklRefund[];
  /** Ends one in progress. Throws RangeError for an unknown number. */
  settle(outTradeNo: string, state?: Exclude<RefundState, 'PROCESSING'>): LklRefund;
  view(refund: LklRefund): Record<string, unknown>;
  /** Schedules again what a restart left in progress. */
  resume(): void;
};

/** Refunds of counter orders: at once, unless a fault makes them wait. They are not told; the shop asks. */
export function createLklRefundBook(parts: SandboxParts, tables: LklTables, orders: CounterBook): LklRefundBook {
  const { clock, faults, keys } = parts;
  faults.offer('lakala', 'refund.create', ['refund_account_empty', ...ENDINGS]);

  const end = (refund: LklRefund, state: Exclude<RefundState, 'PROCESSING'>): LklRefund => {
    const { settlesAtMs: _settles, outcome: _outcome, ...rest } = refund;
    const ended: LklRefund = { ...rest, state, endedAtMs: clock.now() };
    tables.refunds.put(ended.outTradeNo, ended);
    if (state === 'SUCCESS') {
      const { payMode = 'WECHAT', accTradeNo = '' } =
        orders.find({ outOrderNo: refund.outOrderNo })?.trades.find((trade) => trade.tradeType === 'PAY') ?? {};
      const facts = { tradeNo: refund.tradeNo, amountFen: refund.refundFen, atMs: clock.now(), payMode, accTradeNo };
      orders.addTrade(refund.outOrderNo, { ...facts, tradeType: 'REFUND', tradeStatus: 'S' });
    }
    return ended;
  };

  const plan = (refund: LklRefund): void => {
    const { outcome, settlesAtMs } = refund;
    if (refund.state !== 'PROCESSING' || settlesAtMs === undefined || outcome === undefined) return;
    clock.schedule(settlesAtMs, () => {
      const current = tables.refunds.get(refund.outTradeNo);
      if (current?.state === 'PROCESSING') end(current, outcome);
    });
  };

  const origin = (input: RefundInput): { order: CounterOrder; tradeNo: string } => {
    for (const order of orders.list()) {
      const payment = order.trades.find((trade) => trade.tradeType === 'PAY' && trade.tradeStatus === 'S');
      const named =
        (input.originTradeNo === undefined || payment?.tradeNo === input.originTradeNo) &&
        (input.originOutTradeNo === undefined || order.outOrderNo === input.originOutTradeNo);
      if (payment && named) return { order, tradeNo: payment.tradeNo };
    }
    throw new LklError('absent', '原交易不存在');
  };

  return {
    create: (input) => {
      const known = tables.refunds.get(input.outTradeNo);
      if (known) {
        if (known.refundFen !== input.refundFen) throw new LklError('refundRepeated', '退款流水号重复，金额不一致');
        return known;
      }
      const { order, tradeNo: originTradeNo } = origin(input);
      if (order.state === 'CANCELLED') throw new LklError('state', '原交易已撤销');
      if (!order.supportRefund) throw new LklError('state', '订单不支持退款');
      const earlier = tables.refunds
        .rows()
        .filter((row) => row.outOrderNo === order.outOrderNo && row.state !== 'FAIL');
      const refundedFen = earlier.reduce((sum, row) => sum + row.refundFen, 0);
      if (refundedFen + input.refundFen > order.totalFen) throw new LklError('refundAmount', '退款金额大于可退金额');
      const match = { outTradeNo: order.outOrderNo, outRefundNo: input.outTradeNo };
      if (faults.take('lakala', 'refund.create', ['refund_account_empty'], match))
        throw new LklError('accountEmpty', '商户可用余额不足');
      const fault = faults.take('lakala', 'refund.create', ENDINGS, match);
      const refund: LklRefund = {
        outTradeNo: input.outTradeNo,
        outOrderNo: order.outOrderNo,
        originTradeNo,
        tradeNo: tradeNumber(parts),
        refundFen: input.refundFen,
        reason: input.reason,
        state: 'PROCESSING',
        createdAtMs: clock.now(),
      };
      if (!fault) return end(refund, 'SUCCESS');
      const outcome = fault.kind === 'refund_pending' ? 'SUCCESS' : OUTCOMES[fault.kind as keyof typeof OUTCOMES];
      // A pending one waits for ever unless told how long; the others end soon.
      const delayMs = fault.args?.delayMs ?? (fault.kind === 'refund_pending' ? undefined : 3000);
      const waiting: LklRefund = {
        ...refund,
        outcome,
        ...(delayMs === undefined ? {} : { settlesAtMs: clock.now() + Number(delayMs) }),
      };
      tables.refunds.put(waiting.outTradeNo, waiting);
      plan(waiting);
      return waiting;
    },
    find: (outTradeNo) => tables.refunds.get(outTradeNo),
    list: () => tables.refunds.rows(),
    settle: (outTradeNo, state = 'SUCCESS') => {
      const refund = tables.refunds.get(outTradeNo);
      if (!refund) throw new RangeError(`no refund ${outTradeNo}`);
      // What needs a person's help (EXCEPTION) can still end either way.
      return refund.state === 'SUCCESS' || refund.state === 'FAIL' ? refund : end(refund, state);
    },
    view: (refund) => ({
      trade_state: refund.state,
      merchant_no: keys.lakala.merchantNo,
      out_trade_no: refund.outTradeNo,
      trade_no: refund.tradeNo,
      log_no: refund.tradeNo.slice(-14),
      refund_amount: String(refund.refundFen),
      payer_amount: String(refund.refundFen),
      ...(refund.endedAtMs === undefined ? {} : { trade_time: lklTime(refund.endedAtMs) }),
      origin_trade_no: refund.originTradeNo,
      origin_out_trade_no: refund.outOrderNo,
    }),
    resume: () => {
      for (const refund of tables.refunds.rows()) plan(refund);
    },
  };
}
