import type { PaidEvidence, QueryResult } from '../../ports/payment-provider.ts';
import type { Fields } from '../form-fields.ts';
import type { CallOutcome } from './gateway.ts';
import { fenOf, traceMoment } from './wire-values.ts';

const OUR_NUMBER = /^[0-9A-Za-z]{8,32}$/;
const QUERY_ID = /^\d{21}$/;
const YUAN = '156';
const NO_SUCH_TRANSACTION = '34';
/** It does not take our signature. */
const NOT_SIGNED = '11';

/** How a transaction ended, by its two-digit code; `open` may still end either way. */
export function endOf(respCode: string | undefined): 'done' | 'open' | 'failed' {
  if (respCode === '00') return 'done';
  // 01 to 09 are the system's own troubles and its "accepted, ask again"; of what is no such code nothing is known.
  return respCode === undefined || !/^[1-9]\d$/.test(respCode) ? 'open' : 'failed';
}

/** The evidence in a successful payment's fields. */
export function evidenceOf(fields: Fields): PaidEvidence | null {
  const { orderId, queryId, txnTime, traceTime, txnAmt, currencyCode } = fields;
  const amountFen = fenOf(txnAmt);
  const paidAtMs = traceMoment(traceTime, txnTime);
  if (fields.txnType !== '01' || !currencyCode || paidAtMs === null) return null;
  if (!orderId || !OUR_NUMBER.test(orderId) || !queryId || !QUERY_ID.test(queryId)) return null;
  if (amountFen === null || amountFen < 1) return null;
  return {
    merchantOrderNo: orderId,
    providerTxn: queryId,
    amountFen,
    currency: currencyCode === YUAN ? 'CNY' : currencyCode,
    paidAtMs,
    payerId: null,
  };
}

/** What a query's answer says of a payment. A failed one can be tried again on the same page, so it is only unpaid. */
export function queryResultOf(outcome: CallOutcome): QueryResult {
  if (outcome.kind === 'unknown') return outcome;
  const { respCode, fields } = outcome;
  // There is no transaction before the payer submits on the cashier's page, which stays open until `payTimeout`.
  if (respCode === NO_SUCH_TRANSACTION) return { kind: 'unpaid' };
  if (respCode === NOT_SIGNED) return { kind: 'unknown', message: respCode, setting: respCode };
  if (respCode !== '00') return { kind: 'unknown', message: respCode };
  switch (endOf(fields.origRespCode)) {
    case 'done': {
      const evidence = evidenceOf(fields);
      return evidence ? { kind: 'paid', evidence } : { kind: 'unknown', message: 'paid answer with wrong content' };
    }
    case 'open':
      return { kind: 'unknown', message: `in progress (${fields.origRespCode?.slice(0, 10)})` };
    case 'failed':
      return { kind: 'unpaid' };
  }
}
