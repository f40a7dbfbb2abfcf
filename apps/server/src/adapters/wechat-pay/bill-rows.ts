import { parseDate } from '@huimin/domain/date';
import { yuanTextToFen } from '@huimin/domain/money';
import type { BillRow } from '../../ports/payment-provider.ts';
import { BillFormatError, type BillLine, billLines } from '../bill-table.ts';

/**
 * The rows of an ALL trade bill: CSV whose values stand behind a back-tick, amounts in yuan, and at its end a summary
 * whose count has to fit. A refund's row repeats the payment it belongs to. Throws BillFormatError.
 */
export function billRows(text: string): BillRow[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const [header = '', ...rest] = lines;
  const end = rest.findIndex((line) => !line.startsWith('`'));
  const summary = rest[end + 1];
  if (end < 0 || summary === undefined) throw new BillFormatError('no summary');
  const [totals] = billLines((rest[end] as string).split(','), [valuesOf(summary)]);
  const rows = billLines(header.replace(/^\uFEFF/, '').split(','), rest.slice(0, end).map(valuesOf));
  if (totals?.('总交易单数') !== String(rows.length)) throw new BillFormatError('the summary counts other rows');
  return rows.map(rowOf);
}

const valuesOf = (line: string): string[] => line.slice(1).split(',`');

function rowOf(line: BillLine): BillRow {
  const isRefund = line('交易状态') !== 'SUCCESS';
  const atMs = parseDate(line('交易时间'));
  const amountFen = yuanTextToFen(isRefund ? line('申请退款金额') : line('订单金额'));
  if (atMs === null || amountFen === null) throw new BillFormatError('a row without time or amount');
  return {
    kind: isRefund ? 'refund' : 'payment',
    merchantOrderNo: line('商户订单号'),
    providerTxn: line('微信订单号'),
    refundNo: isRefund ? line('商户退款单号') : null,
    amountFen,
    atMs,
    settled: !isRefund || line('退款状态') === 'SUCCESS',
  };
}
