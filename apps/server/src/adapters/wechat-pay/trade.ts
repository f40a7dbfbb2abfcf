import type { PaidEvidence, QueryResult } from '../../ports/payment-provider.ts';
import type { Json } from './signed-call.ts';

export interface Merchant {
  readonly merchantId: string;
  readonly appId: string;
  /** Of the mini-program that sells for the same merchant; null without one. */
  readonly miniAppId: string | null;
}

/** Ways this product sells by, a charge by contract among them; money of any other trade type is not for one of our orders. */
const TRADE_TYPES = new Set(['JSAPI', 'MWEB', 'PAP']);
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

export type TradeFault = 'merchant' | 'app' | 'trade-type' | 'content';

/** Reads an RFC 3339 moment; null for anything else, and for a day or an hour that there is not. */
export function momentOf(value: unknown): number | null {
  const atMs = typeof value === 'string' && RFC3339.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** Who and for which app: the fields that say whether a trade is ours at all. */
export function ownerFault(trade: Json, merchant: Merchant): TradeFault | null {
  if (trade.mchid !== merchant.merchantId) return 'merchant';
  const isOurs = trade.appid === merchant.appId || (merchant.miniAppId !== null && trade.appid === merchant.miniAppId);
  return isOurs ? null : 'app';
}

/** The evidence in a paid trade's fields, or what is wrong with them. */
export function evidenceOf(trade: Json, merchant: Merchant): PaidEvidence | TradeFault {
  const fault = ownerFault(trade, merchant);
  if (fault) return fault;
  if (!TRADE_TYPES.has(String(trade.trade_type))) return 'trade-type';
  const amount = (trade.amount ?? {}) as Json;
  const payer = (trade.payer ?? {}) as Json;
  const paidAtMs = momentOf(trade.success_time);
  const { out_trade_no: merchantOrderNo, transaction_id: providerTxn } = trade;
  const totalFen = amount.total;
  if (typeof merchantOrderNo !== 'string' || typeof providerTxn !== 'string' || paidAtMs === null) return 'content';
  if (!/^[0-9A-Za-z_\-*]{6,32}$/.test(merchantOrderNo) || !/^[0-9A-Za-z]{1,32}$/.test(providerTxn)) return 'content';
  // `total` is what was ordered; `payer_total` is lower when the payer used a coupon.
  if (typeof totalFen !== 'number' || !Number.isSafeInteger(totalFen) || totalFen < 1) return 'content';
  return {
    merchantOrderNo,
    providerTxn,
    amountFen: totalFen,
    currency: typeof amount.currency === 'string' ? amount.currency : '',
    paidAtMs,
    payerId: typeof payer.openid === 'string' ? payer.openid : null,
  };
}

/** What a verified query answer says. Fields of another merchant, app or order prove nothing. */
export function queryResultOf(trade: Json, askedNo: string, merchant: Merchant): QueryResult {
  const fault = ownerFault(trade, merchant);
  if (fault) return { kind: 'unknown', message: `answer for another ${fault}` };
  if (trade.out_trade_no !== askedNo) return { kind: 'unknown', message: 'answer for another order' };
  switch (trade.trade_state) {
    case 'SUCCESS':
    case 'REFUND': {
      const evidence = evidenceOf(trade, merchant);
      if (typeof evidence === 'string') return { kind: 'unknown', message: `paid answer with wrong ${evidence}` };
      return { kind: trade.trade_state === 'SUCCESS' ? 'paid' : 'refunded', evidence };
    }
    case 'NOTPAY':
    case 'USERPAYING':
    case 'PAYERROR':
    case 'ACCEPT':
      return { kind: 'unpaid' };
    case 'CLOSED':
    case 'REVOKED':
      return { kind: 'closed' };
    default:
      return { kind: 'unknown', message: 'answer with an unknown trade state' };
  }
}
