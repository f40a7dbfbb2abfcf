import type { BillRow } from '../../ports/payment-provider.ts';
import { BillFormatError, type BillLine, billLines } from '../bill-table.ts';
import { fenOf, momentOf } from './wire-values.ts';

/** What a shop writes itself, and nothing stands around it: its commas are its own. */
const NAME = '商品名称';

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
  const place = header.indexOf(NAME);
  const whole = rows.map((values) => {
    const further = values.length - header.length;
    if (place < 0 || further <= 0) return values;
    const end = place + 1 + further;
    return [...values.slice(0, place), values.slice(place, end).join(','), ...values.slice(end)];
  });
  return billLines(header, whole).map(rowOf);
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
