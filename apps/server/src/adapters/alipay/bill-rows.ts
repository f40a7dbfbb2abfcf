import type { BillRow } from '../../ports/payment-provider.ts';
import { BillFormatError, type BillLine, billLines } from '../bill-table.ts';
import { fenOf, momentOf } from './wire-values.ts';

/**
 * The rows of the list of trades: lines that begin with `#` are remarks, numbers and times may end in a tab, refunds are
 * negative. Throws BillFormatError.
 */
export function billRows(text: string): BillRow[] {
  const [header, ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').map((value) => value.trim()));
  if (!header) throw new BillFormatError('no header');
  return billLines(header, rows).map(rowOf);
}

function rowOf(line: BillLine): BillRow {
  const isRefund = line('业务类型') === '退款';
  const amountFen = fenOf(line('订单金额（元）').replace(isRefund ? /^-/ : '', ''));
  const atMs = momentOf(line('完成时间'));
  if (amountFen === null || atMs === null) throw new BillFormatError('a row without time or amount');
  return {
    kind: isRefund ? 'refund' : 'payment',
    merchantOrderNo: line('商户订单号'),
    providerTxn: line('支付宝交易号'),
    refundNo: isRefund ? line('退款批次号/请求号') : null,
    amountFen,
    atMs,
    settled: true,
  };
}
