import type { PaidEvidence, QueryResult } from '../../ports/payment-provider.ts';
import { compactMoment } from '../compact-time.ts';
import { asObject, type Json } from '../signed-json-call.ts';

const OUR_NUMBER = /^[0-9A-Za-z]{6,32}$/;
const TRADE_NUMBER = /^[0-9A-Za-z]{1,32}$/;
const FEN = /^\d{1,12}$/;

/** Fen as Lakala writes them, a number here and a text there; null for anything else. */
export function fenOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  return typeof value === 'string' && FEN.test(value) ? Number(value) : null;
}

/** The evidence in one trade of an order, or null when its content is not as it must be. */
export function evidenceOf(order: Json, trade: Json): PaidEvidence | null {
  const { out_order_no: merchantOrderNo } = order;
  const { trade_no: providerTxn } = trade;
  const amountFen = fenOf(trade.trade_amount);
  const paidAtMs = compactMoment(trade.trade_time);
  if (typeof merchantOrderNo !== 'string' || !OUR_NUMBER.test(merchantOrderNo)) return null;
  if (typeof providerTxn !== 'string' || !TRADE_NUMBER.test(providerTxn)) return null;
  if (amountFen === null || amountFen < 1 || paidAtMs === null) return null;
  const payer = [trade.user_id2, trade.user_id1].find((id) => typeof id === 'string' && id !== '');
  // The cashier takes yuan only and does not name a currency.
  return {
    ...{ merchantOrderNo, providerTxn, amountFen, paidAtMs },
    currency: 'CNY',
    payerId: typeof payer === 'string' ? payer : null,
  };
}

/** Whether this trade is a payment that succeeded. */
export function isPayment(trade: Json): boolean {
  return trade.trade_type === 'PAY' && trade.trade_status === 'S';
}

/** What a verified query answer says. */
export function queryResultOf(
  order: Json,
  asked: { readonly merchantOrderNo: string; readonly merchantNo: string },
): QueryResult {
  if (order.out_order_no !== asked.merchantOrderNo || order.merchant_no !== asked.merchantNo) {
    return { kind: 'unknown', message: 'answer for another order' };
  }
  const trades = tradesOf(order);
  const payment = trades.findLast(isPayment);
  const paid = (kind: 'paid' | 'refunded'): QueryResult => {
    const evidence = payment && evidenceOf(order, payment);
    return evidence ? { kind, evidence } : { kind: 'unknown', message: 'paid answer with wrong content' };
  };
  switch (order.order_status) {
    case '0':
    case '1':
    // The last try failed; the counter takes another one until the order's time is over.
    case '3':
      return { kind: 'unpaid' };
    case '2':
      return paid('paid');
    case '4':
    case '7':
      return { kind: 'closed' };
    case '5':
      // Cancelled unpaid, or paid and taken back on the same day.
      return payment ? paid('refunded') : { kind: 'closed' };
    case '6':
      return paid(backFen(trades) >= (fenOf(payment?.trade_amount) ?? 0) ? 'refunded' : 'paid');
    default:
      return { kind: 'unknown', message: 'answer with an unknown order status' };
  }
}

function tradesOf(order: Json): Json[] {
  const { order_trade_info_list: list } = order;
  return Array.isArray(list) ? list.map(asObject).filter((one) => one !== null) : [];
}

function backFen(trades: readonly Json[]): number {
  return trades
    .filter((trade) => trade.trade_type === 'REFUND' && trade.trade_status === 'S')
    .reduce((sum, trade) => sum + (fenOf(trade.trade_amount) ?? 0), 0);
}
