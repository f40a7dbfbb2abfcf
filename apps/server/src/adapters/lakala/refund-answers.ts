import type { RefundResult } from '../../ports/payment-provider.ts';
import { compactMoment } from '../compact-time.ts';
import type { Json } from '../signed-json-call.ts';
import { fenOf } from './order-answers.ts';

/** What the answer to a refund or its query means; `refundFen` is null when only its number is known. */
export function refundResultOf(
  refund: Json,
  asked: { readonly refundNo: string; readonly refundFen: number | null; readonly nowMs: number },
): RefundResult {
  const { trade_no: providerRefundNo, trade_state: state } = refund;
  const sameAmount = asked.refundFen === null || fenOf(refund.refund_amount) === asked.refundFen;
  if (refund.out_trade_no !== asked.refundNo || !sameAmount) {
    return { kind: 'unknown', message: 'answer for another refund' };
  }
  if (state === 'EXCEPTION') {
    return {
      kind: 'abnormal',
      providerRefundNo: typeof providerRefundNo === 'string' ? providerRefundNo : null,
      message: 'EXCEPTION',
    };
  }
  if (typeof providerRefundNo !== 'string' || providerRefundNo === '') {
    return { kind: 'unknown', message: 'refund without a number' };
  }
  switch (state) {
    case 'SUCCESS': {
      const settledAtMs = compactMoment(refund.trade_time) ?? asked.nowMs;
      return { kind: 'settled', providerRefundNo, settledAtMs, refundFen: fenOf(refund.refund_amount) };
    }
    case 'INIT':
    case 'DEAL':
    case 'PROCESSING':
    case 'TIMEOUT':
      return { kind: 'processing', providerRefundNo };
    case 'FAIL':
      return { kind: 'closed', providerRefundNo };
    default:
      return { kind: 'unknown', message: 'refund with an unknown state' };
  }
}
