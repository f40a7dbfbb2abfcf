import type { RefundResult } from '../../ports/payment-provider.ts';
import type { Fields } from '../form-fields.ts';
import type { CallOutcome } from './gateway.ts';
import { endOf } from './transaction.ts';
import { fenOf, traceMoment } from './wire-values.ts';

const DUPLICATE = '12';
const NO_SUCH_TRANSACTION = '34';
const TOO_OFTEN = '37';

/** What the answer to a refund means; null: only a query can say. */
export function refundResultOf(outcome: CallOutcome): RefundResult | null {
  if (outcome.kind === 'unknown') return outcome;
  const { respCode, fields } = outcome;
  if (respCode === '00') {
    const { queryId } = fields;
    return queryId ? { kind: 'processing', providerRefundNo: queryId } : null;
  }
  if (respCode === TOO_OFTEN) return { kind: 'unknown', message: respCode };
  if (respCode === DUPLICATE || endOf(respCode) === 'open') return null;
  return { kind: 'refused', code: respCode, message: (fields.respMsg ?? '').slice(0, 200) };
}

/** What a query's answer says of a refund. `mayArrive`: the request can still be on its way, so no such refund proves nothing. */
export function refundQueryResultOf(outcome: CallOutcome, mayArrive: boolean): RefundResult {
  if (outcome.kind === 'unknown') return outcome;
  const { respCode, fields } = outcome;
  if (respCode === NO_SUCH_TRANSACTION && !mayArrive) return { kind: 'absent' };
  if (respCode !== '00') return { kind: 'unknown', message: respCode };
  const { queryId: providerRefundNo } = fields;
  if (!providerRefundNo || fields.txnType !== '04') return { kind: 'unknown', message: 'answer with wrong content' };
  switch (endOf(fields.origRespCode)) {
    case 'done':
      return settledRefund(fields) ?? { kind: 'unknown', message: 'settled answer with wrong content' };
    case 'open':
      return { kind: 'processing', providerRefundNo };
    case 'failed':
      // The transaction of the refund failed: no money moved, and its number is used up.
      return { kind: 'closed', providerRefundNo };
  }
}

/** A refund that has ended well, from a notice or a query's answer. */
export function settledRefund({ queryId, traceTime, txnTime, txnAmt }: Fields): RefundResult | null {
  const settledAtMs = traceMoment(traceTime, txnTime);
  if (!queryId || settledAtMs === null) return null;
  return { kind: 'settled', providerRefundNo: queryId, settledAtMs, refundFen: fenOf(txnAmt) };
}
