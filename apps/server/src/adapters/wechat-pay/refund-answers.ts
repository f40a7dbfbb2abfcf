import type { RefundResult } from '../../ports/payment-provider.ts';
import { type CallOutcome, isNoSuchOrder, type Json } from './signed-call.ts';
import { momentOf } from './trade.ts';

/** What a refund's status means; `status` is named so in answers and `refund_status` in notices. */
export function refundStateOf(fields: Json, status: unknown): RefundResult {
  const providerRefundNo = typeof fields.refund_id === 'string' ? fields.refund_id : null;
  if (!providerRefundNo) return { kind: 'unknown', message: 'refund without a refund id' };
  switch (status) {
    case 'SUCCESS': {
      const settledAtMs = momentOf(fields.success_time);
      if (settledAtMs === null) return { kind: 'unknown', message: 'settled refund without a time' };
      // What was asked for; `payer_refund` is lower when the payer had used a coupon.
      const { refund } = (fields.amount ?? {}) as Json;
      const refundFen = typeof refund === 'number' ? refund : null;
      return { kind: 'settled', providerRefundNo, settledAtMs, refundFen };
    }
    case 'PROCESSING':
      return { kind: 'processing', providerRefundNo };
    case 'ABNORMAL':
      return { kind: 'abnormal', providerRefundNo, message: 'the payer’s account could not take the money' };
    case 'CLOSED':
      return { kind: 'closed', providerRefundNo };
    default:
      return { kind: 'unknown', message: 'refund with an unknown status' };
  }
}

/** What the answer to a refund or to its query means for the refund of this number. */
export function refundResultOf(outcome: CallOutcome, refundNo: string, asked: 'refund' | 'query'): RefundResult {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'done') {
    if (outcome.json.out_refund_no !== refundNo) return { kind: 'unknown', message: 'answer for another refund' };
    return refundStateOf(outcome.json, outcome.json.status);
  }
  const { status, code, message } = outcome;
  if (asked === 'query' && status === 404 && isNoSuchOrder(code)) return { kind: 'absent' };
  // Of a question only the platform's own word for "no such refund" is news.
  if (asked === 'query' || status >= 500 || status === 429 || status === 401) {
    return { kind: 'unknown', message: `${status} ${code}` };
  }
  return { kind: 'refused', code, message };
}
