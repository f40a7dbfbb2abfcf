import { beijingText } from '../clock/beijing-time.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { businessError, invalidField, noSuchTrade } from './alipay-error.ts';
import type { AlipayRefund, AlipayTables, Trade } from './alipay-rows.ts';
import type { TradeBook, TradeNumbers } from './trade-book.ts';

const SETTLE_AFTER_MS = 10_000;

export type RefundAsk = TradeNumbers & {
  outRequestNo: string | undefined;
  refundFen: number;
  reason: string | undefined;
};

export type AlipayRefundBook = {
  /** Answer fields of a refund call. */
  create(ask: RefundAsk): Record<string, unknown>;
  /** Answer fields of a refund query; without `refund_status` when nothing was refunded under this number. */
  query(numbers: TradeNumbers, outRequestNo: string): Record<string, unknown>;
  list(): AlipayRefund[];
  /** Ends a refund that is ACCEPTED; `SUCCESS` unless given. Throws RangeError for an unknown number. */
  settle(outRequestNo: string, status?: 'SUCCESS' | 'FAILED'): AlipayRefund;
  resume(): void;
};

/** Refunds: done at once (`fund_change` Y), or accepted (N) and done later when a fault says so. */
export function createAlipayRefundBook(parts: SandboxParts, tables: AlipayTables, trades: TradeBook): AlipayRefundBook {
  const { clock, faults } = parts;
  faults.offer('alipay', 'refund.create', ['refund_account_empty', 'refund_pending', 'refund_fail']);
  faults.offer('alipay', 'notify', ['refund_dup']);
  const keyOf = (refund: Pick<AlipayRefund, 'outTradeNo' | 'outRequestNo'>): string =>
    `${refund.outTradeNo}/${refund.outRequestNo}`;
  const of = (trade: Trade): AlipayRefund[] =>
    tables.refunds.rows().filter((refund) => refund.outTradeNo === trade.outTradeNo);
  const sum = (refunds: AlipayRefund[]): number => refunds.reduce((total, refund) => total + refund.refundFen, 0);
  const refundedFen = (trade: Trade): number => sum(of(trade).filter((refund) => refund.status === 'SUCCESS'));

  const succeed = (refund: AlipayRefund): AlipayRefund => {
    const done: AlipayRefund = { ...refund, status: 'SUCCESS', refundedAtMs: clock.now() };
    tables.refunds.put(keyOf(done), done);
    let trade = trades.find({ outTradeNo: refund.outTradeNo });
    if (!trade) throw new RangeError(`no trade ${refund.outTradeNo}`);
    const total = refundedFen(trade);
    if (total === trade.totalFen) {
      trade = { ...trade, state: 'TRADE_CLOSED', closedAtMs: clock.now() };
      trades.put(trade);
    }
    trades.announce(trade, {
      out_biz_no: done.outRequestNo,
      refund_fee: yuan(total),
      gmt_refund: `${beijingText(clock.now())}.000`,
    });
    return done;
  };

  const plan = (refund: AlipayRefund): void => {
    if (refund.status !== 'ACCEPTED' || refund.settlesAtMs === undefined) return;
    clock.schedule(refund.settlesAtMs, () => {
      const current = tables.refunds.get(keyOf(refund));
      if (current?.status === 'ACCEPTED') succeed(current);
    });
  };

  const answer = (trade: Trade, refund: AlipayRefund, moved: boolean): Record<string, unknown> => {
    const { buyer_logon_id, buyer_user_id, buyer_open_id } = trades.view(trade);
    return {
      trade_no: trade.tradeNo,
      out_trade_no: trade.outTradeNo,
      buyer_logon_id,
      buyer_user_id,
      buyer_open_id,
      fund_change: moved ? 'Y' : 'N',
      refund_fee: yuan(refundedFen(trade)),
      ...(refund.refundedAtMs === undefined ? {} : { gmt_refund_pay: beijingText(refund.refundedAtMs) }),
      send_back_fee: moved ? yuan(refund.refundFen) : '0.00',
    };
  };

  return {
    create: (ask) => {
      const trade = trades.find(ask);
      if (!trade) throw noSuchTrade();
      if (ask.outRequestNo === undefined && ask.refundFen !== trade.totalFen)
        throw invalidField('out_request_no', '部分退款必填');
      const outRequestNo = ask.outRequestNo ?? trade.outTradeNo;
      const match = { outTradeNo: trade.outTradeNo, outRefundNo: outRequestNo };
      const known = tables.refunds.get(keyOf({ outTradeNo: trade.outTradeNo, outRequestNo }));
      if (known && known.refundFen !== ask.refundFen)
        throw businessError('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致');
      if (known && known.status !== 'FAILED') return answer(trade, known, false);

      const state = trades.stateOf(trade);
      if (state === 'TRADE_FINISHED') throw businessError('ACQ.TRADE_HAS_FINISHED', '交易已完结');
      if (state !== 'TRADE_SUCCESS') throw businessError('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      const alive = of(trade).filter((refund) => refund.status !== 'FAILED');
      if (sum(alive) + ask.refundFen > trade.totalFen)
        throw businessError('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
      if (faults.take('alipay', 'refund.create', ['refund_account_empty'], match))
        throw businessError('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');

      const fault = faults.take('alipay', 'refund.create', ['refund_pending', 'refund_fail'], match);
      const refund: AlipayRefund = {
        outTradeNo: trade.outTradeNo,
        outRequestNo,
        refundFen: ask.refundFen,
        reason: ask.reason,
        status: fault?.kind === 'refund_fail' ? 'FAILED' : 'ACCEPTED',
        createdAtMs: clock.now(),
        ...(fault?.kind === 'refund_pending'
          ? { settlesAtMs: clock.now() + Number(fault.args?.delayMs ?? SETTLE_AFTER_MS) }
          : {}),
      };
      tables.refunds.put(keyOf(refund), refund);
      if (fault) {
        plan(refund);
        return answer(trade, refund, false);
      }
      return answer(trade, succeed(refund), true);
    },
    query: (numbers, outRequestNo) => {
      const trade = trades.find(numbers);
      if (!trade) throw noSuchTrade();
      const refund = tables.refunds.get(keyOf({ outTradeNo: trade.outTradeNo, outRequestNo }));
      if (refund?.status !== 'SUCCESS' || refund.refundedAtMs === undefined) return {};
      return {
        trade_no: trade.tradeNo,
        out_trade_no: trade.outTradeNo,
        out_request_no: outRequestNo,
        total_amount: yuan(trade.totalFen),
        refund_amount: yuan(refund.refundFen),
        refund_status: 'REFUND_SUCCESS',
        gmt_refund_pay: beijingText(refund.refundedAtMs),
        ...(refund.reason ? { refund_reason: refund.reason } : {}),
      };
    },
    list: () => tables.refunds.rows(),
    settle: (outRequestNo, status = 'SUCCESS') => {
      const refund = tables.refunds.rows().find((row) => row.outRequestNo === outRequestNo);
      if (!refund) throw new RangeError(`no refund ${outRequestNo}`);
      if (refund.status !== 'ACCEPTED') return refund;
      if (status === 'SUCCESS') return succeed(refund);
      const failed: AlipayRefund = { ...refund, status };
      tables.refunds.put(keyOf(failed), failed);
      return failed;
    },
    resume: () => {
      for (const refund of tables.refunds.rows()) plan(refund);
    },
  };
}
