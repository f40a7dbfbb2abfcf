import type { RefundResult } from '../../ports/payment-provider.ts';
import type { CallOutcome, Fields } from './centre-call.ts';
import { fenOf, momentOf, textOf } from './wire-values.ts';

/** What the answer to a refund means. */
export function refundResultOf(outcome: CallOutcome, refundNo: string): RefundResult {
  if (outcome.kind === 'unknown') return outcome;
  // Refused until somebody acts: kept, told to the operators, tried again later.
  if (outcome.kind === 'failed') return { kind: 'refused', code: outcome.code, message: outcome.message };
  return refundStateOf(outcome.data, refundNo);
}

/** What the answer to a question about a refund means. */
export function refundQueryResultOf(outcome: CallOutcome, refundNo: string): RefundResult {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'done') return refundStateOf(outcome.data, refundNo);
  return outcome.code === '40401' ? { kind: 'absent' } : { kind: 'unknown', message: outcome.code };
}

/** A refund's own fields, in answers and in notices. */
export function refundStateOf(refund: Fields, refundNo: string): RefundResult {
  const providerRefundNo = textOf(refund.refdId);
  if (refund.appRefdSn !== refundNo || providerRefundNo === null) {
    return { kind: 'unknown', message: 'answer for another refund' };
  }
  switch (refund.refStatus) {
    case 'PROC':
      return { kind: 'processing', providerRefundNo };
    case 'SUCC': {
      const settledAtMs = momentOf(refund.refdTime);
      if (settledAtMs === null) return { kind: 'unknown', message: 'settled refund without a time' };
      // All of it goes back to the account; what went elsewhere did not go back.
      return { kind: 'settled', providerRefundNo, settledAtMs, refundFen: fenOf(refund.psnAcctRefdAmt) };
    }
    case 'EXP':
      return { kind: 'abnormal', providerRefundNo, message: 'EXP' };
    case 'FAIL':
      // Ended for good; the money stays with the insurer until somebody gives it back under a new number.
      return { kind: 'closed', providerRefundNo };
    default:
      return { kind: 'unknown', message: 'answer with an unknown refund status' };
  }
}
