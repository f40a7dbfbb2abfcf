import type { PaidEvidence, QueryResult } from '../../ports/payment-provider.ts';
import type { Json } from './gateway.ts';
import { fenOf, momentOf } from './wire-values.ts';

export type TradeFault = 'app' | 'merchant' | 'content';

const OUR_NUMBER = /^[0-9A-Za-z]{6,64}$/;
const TRADE_NUMBER = /^[0-9A-Za-z]{1,64}$/;

/** The evidence in a paid trade's fields; `paidAt` is named differently in answers and notices. */
export function evidenceOf(trade: Json, paidAt: 'send_pay_date' | 'gmt_payment'): PaidEvidence | null {
  const { out_trade_no: merchantOrderNo, trade_no: providerTxn } = trade;
  const paidAtMs = momentOf(trade[paidAt]);
  // What was ordered; the payer's own part is lower when a red packet was used.
  const amountFen = fenOf(trade.total_amount);
  if (typeof merchantOrderNo !== 'string' || !OUR_NUMBER.test(merchantOrderNo)) return null;
  if (typeof providerTxn !== 'string' || !TRADE_NUMBER.test(providerTxn)) return null;
  if (paidAtMs === null || amountFen === null || amountFen < 1) return null;
  const payer = [trade.buyer_open_id, trade.buyer_user_id, trade.buyer_id].find((id) => typeof id === 'string' && id);
  return {
    merchantOrderNo,
    providerTxn,
    amountFen,
    // Named only where it is not the yuan of a mainland shop.
    currency: typeof trade.trans_currency === 'string' ? trade.trans_currency : 'CNY',
    paidAtMs,
    payerId: typeof payer === 'string' ? payer : null,
  };
}

/** What a verified query answer says. */
export function queryResultOf(trade: Json, askedNo: string): QueryResult {
  if (trade.out_trade_no !== askedNo) return { kind: 'unknown', message: 'answer for another order' };
  const paid = (kind: 'paid' | 'refunded'): QueryResult => {
    const evidence = evidenceOf(trade, 'send_pay_date');
    return evidence ? { kind, evidence } : { kind: 'unknown', message: 'paid answer with wrong content' };
  };
  switch (trade.trade_status) {
    case 'WAIT_BUYER_PAY':
      return { kind: 'unpaid' };
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return paid('paid');
    case 'TRADE_CLOSED':
      // Closed unpaid, or paid and then refunded in full: only the latter was ever paid.
      return trade.send_pay_date ? paid('refunded') : { kind: 'closed' };
    default:
      return { kind: 'unknown', message: 'answer with an unknown trade status' };
  }
}
