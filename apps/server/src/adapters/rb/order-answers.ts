import type { PaidEvidence, QueryResult, RefundResult } from '../../ports/payment-provider.ts';
import { compactMoment } from '../compact-time.ts';
import type { Json } from '../signed-json-call.ts';

const OUR_NUMBER = /^[0-9A-Za-z]{6,32}$/;
const PROVIDER_NUMBER = /^[0-9A-Za-z]{1,64}$/;

/** The evidence in a paid order's fields, in answers and in notices alike. */
export function evidenceOf(order: Json): PaidEvidence | null {
  const { outTradeNo: merchantOrderNo, payOrderNo: providerTxn, amount: amountFen } = order;
  const paidAtMs = compactMoment(order.time);
  if (typeof merchantOrderNo !== 'string' || !OUR_NUMBER.test(merchantOrderNo)) return null;
  if (typeof providerTxn !== 'string' || !PROVIDER_NUMBER.test(providerTxn)) return null;
  if (typeof amountFen !== 'number' || !Number.isSafeInteger(amountFen) || amountFen < 1 || paidAtMs === null) {
    return null;
  }
  // The profile knows yuan only, and does not tell who paid.
  return { merchantOrderNo, providerTxn, amountFen, currency: 'CNY', paidAtMs, payerId: null };
}

/** What a verified query answer says. */
export function queryResultOf(order: Json, askedNo: string): QueryResult {
  if (order.outTradeNo !== askedNo) return { kind: 'unknown', message: 'answer for another order' };
  const paid = (kind: 'paid' | 'refunded'): QueryResult => {
    const evidence = evidenceOf(order);
    return evidence ? { kind, evidence } : { kind: 'unknown', message: 'paid answer with wrong content' };
  };
  switch (order.status) {
    case 'WAIT':
    // The last try failed; the cashier takes another one until the order's time is over.
    case 'FAILED':
      return { kind: 'unpaid' };
    case 'PAID':
    case 'REFUNDING':
      return paid('paid');
    case 'REFUNDED':
      return paid('refunded');
    case 'CLOSED':
      return { kind: 'closed' };
    default:
      return { kind: 'unknown', message: 'answer with an unknown status' };
  }
}

/** What a refund's fields mean, in answers and in notices alike. */
export function refundResultOf(
  refund: Json,
  asked: { readonly refundNo: string; readonly nowMs: number },
): RefundResult {
  const { rbRefundNo: providerRefundNo } = refund;
  if (refund.refundNo !== asked.refundNo || typeof providerRefundNo !== 'string' || providerRefundNo === '') {
    return { kind: 'unknown', message: 'answer for another refund' };
  }
  switch (refund.status) {
    case 'REFUNDING':
      return { kind: 'processing', providerRefundNo };
    case 'REFUNDED': {
      // Named one way in answers and another in notices.
      const refundFen = refund.refundAmount ?? refund.amount;
      const settledAtMs = compactMoment(refund.time) ?? asked.nowMs;
      return {
        ...{ kind: 'settled', providerRefundNo, settledAtMs },
        refundFen: typeof refundFen === 'number' ? refundFen : null,
      };
    }
    case 'FAILED':
      return { kind: 'closed', providerRefundNo };
    default:
      return { kind: 'unknown', message: 'refund with an unknown status' };
  }
}
