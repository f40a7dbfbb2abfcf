import type { RefundResult } from '../../ports/payment-provider.ts';
import type { CallOutcome } from './gateway.ts';
import { fenOf, momentOf } from './wire-values.ts';

/** What the answer to a refund means. The trade's number stands for the refund: Alipay gives refunds none of their own. */
export function refundResultOf(
  outcome: CallOutcome,
  asked: { readonly merchantOrderNo: string; readonly refundFen: number },
): RefundResult {
  if (outcome.kind === 'unknown') return outcome;
  // Refused for good or until somebody acts (an empty account): kept, told to the operators, tried again later.
  if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code, message: outcome.message };
  const { node } = outcome;
  const { trade_no: providerRefundNo } = node;
  if (node.out_trade_no !== asked.merchantOrderNo || typeof providerRefundNo !== 'string') {
    return { kind: 'unknown', message: 'answer for another order' };
  }
  // N: the same number again, or taken and not yet done. Which of them, the refund query says.
  if (node.fund_change !== 'Y') return { kind: 'processing', providerRefundNo };
  const settledAtMs = momentOf(node.gmt_refund_pay);
  // The sum of all refunds of this trade, so never less than this one.
  const refundedFen = fenOf(node.refund_fee);
  if (settledAtMs === null || refundedFen === null || refundedFen < asked.refundFen) {
    return { kind: 'processing', providerRefundNo };
  }
  return { kind: 'settled', providerRefundNo, settledAtMs, refundFen: null };
}

/** What the answer to a refund query means: code 10000 says only that the question was understood. */
export function refundQueryResultOf(
  outcome: CallOutcome,
  asked: { readonly merchantOrderNo: string; readonly refundNo: string; readonly nowMs: number },
): RefundResult {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    if (outcome.code === 'ACQ.TRADE_NOT_EXIST') return { kind: 'absent' };
    return { kind: 'unknown', message: outcome.code };
  }
  const { node } = outcome;
  const done = node.refund_status === 'REFUND_SUCCESS' || (!node.refund_status && fenOf(node.refund_amount) !== null);
  // The same number may be sent again, so a refund that is still on its way only gets asked for once more.
  if (!done) return { kind: 'absent' };
  const { trade_no: providerRefundNo } = node;
  const fits = node.out_trade_no === asked.merchantOrderNo && node.out_request_no === asked.refundNo;
  if (!fits || typeof providerRefundNo !== 'string') return { kind: 'unknown', message: 'answer for another refund' };
  const settledAtMs = momentOf(node.gmt_refund_pay) ?? asked.nowMs;
  return { kind: 'settled', providerRefundNo, settledAtMs, refundFen: fenOf(node.refund_amount) };
}
