import type { BillRow } from '../../ports/payment-provider.ts';
import { BillFormatError } from '../bill-table.ts';
import type { Fields } from './centre-call.ts';
import { fenOf, momentOf, textOf } from './wire-values.ts';

/** The rows of a day's bill; throws BillFormatError for one that is not as described, or not as many as it says. */
export function billRows(bill: Fields): BillRow[] {
  const rows = bill.rows ?? [];
  if (!Array.isArray(rows) || bill.rowCount !== String(rows.length))
    throw new BillFormatError('not as many rows as it says');
  return rows.map((row) => rowOf(row as Fields));
}

function rowOf(row: Fields): BillRow {
  const isRefund = row.billType === 'REFUND';
  const refundNo = isRefund ? textOf(row.appRefdSn) : null;
  const merchantOrderNo = textOf(row.outTradeNo);
  const providerTxn = textOf(row.payOrdId);
  const amountFen = fenOf(row.amount);
  const atMs = momentOf(row.time);
  if (!isRefund && row.billType !== 'PAY') throw new BillFormatError('a row of an unknown kind');
  if (merchantOrderNo === null || providerTxn === null || (isRefund && refundNo === null)) {
    throw new BillFormatError('a row without its numbers');
  }
  if (amountFen === null || atMs === null) throw new BillFormatError('a row without time or amount');
  return {
    kind: isRefund ? 'refund' : 'payment',
    ...{ merchantOrderNo, providerTxn, refundNo, amountFen, atMs },
    settled: true,
  };
}
