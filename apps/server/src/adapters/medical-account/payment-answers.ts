import type { PaidEvidence, QueryResult } from '../../ports/payment-provider.ts';
import type { Fields } from './centre-call.ts';
import { fenOf, momentOf, textOf } from './wire-values.ts';

const OUR_NUMBER = /^[0-9A-Za-z]{8,32}$/;

/**
 * The evidence in a paid order's fields; null when they do not fit together. The account must have paid all of it:
 * payments partly in cash are not agreed on, and could not go back to the account.
 */
export function evidenceOf(order: Fields): PaidEvidence | null {
  const merchantOrderNo = textOf(order.outTradeNo);
  const providerTxn = textOf(order.payOrdId);
  const paidAtMs = momentOf(order.payTime);
  const [amountFen, accountFen, ownFen] = [order.amount, order.psnAcctPayAmt, order.ownPayAmt].map(fenOf);
  if (merchantOrderNo === null || !OUR_NUMBER.test(merchantOrderNo) || providerTxn === null) return null;
  if (paidAtMs === null || amountFen == null || amountFen < 1) return null;
  if (accountFen !== amountFen || ownFen !== 0) return null;
  return { merchantOrderNo, providerTxn, amountFen, currency: 'CNY', paidAtMs, payerId: null };
}

/** What a verified query answer says. */
export function queryResultOf(order: Fields, askedNo: string): QueryResult {
  if (order.outTradeNo !== askedNo) return { kind: 'unknown', message: 'answer for another order' };
  const paid = (kind: 'paid' | 'refunded'): QueryResult => {
    const evidence = evidenceOf(order);
    return evidence ? { kind, evidence } : { kind: 'unknown', message: 'paid answer with wrong content' };
  };
  switch (order.tradeStatus) {
    case 'WAIT':
      return { kind: 'unpaid' };
    case 'PAYING':
      // The account may be debited at any moment: neither paid nor free to be paid otherwise.
      return { kind: 'unknown', message: 'the insurance core is at work' };
    case 'SUCCESS':
      return paid('paid');
    case 'REFUND':
      return paid('refunded');
    case 'CLOSED':
    case 'FAIL':
      return { kind: 'closed' };
    default:
      return { kind: 'unknown', message: 'answer with an unknown status' };
  }
}
