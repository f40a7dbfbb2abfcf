import type { BillRow } from '../../ports/payment-provider.ts';
import { BillFormatError } from '../bill-table.ts';
import { fenOf, traceMoment } from './wire-values.ts';

/**
 * Widths of a line's values in bytes, a space between each two; after these come values that differ from one edition of
 * the interface to the next and are not needed.
 */
const WIDTHS = [3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21, 15];
/** Which of them is what. */
const AT = { traceTime: 4, txnAmt: 6, queryId: 9, orderId: 11, txnType: 19, origQryId: 26, merId: 27 } as const;

const SPANS = WIDTHS.map((width, index) => {
  const from = WIDTHS.slice(0, index).reduce((sum, before) => sum + before + 1, 0);
  return { from, to: from + width };
});

const PAYMENT = '01';
/** A refund, and a payment taken back on its own day. */
const GIVEN_BACK: readonly string[] = ['04', '31'];

/**
 * The rows of a day's list (`day`: `2026-11-20`), one line each, as bytes: a name in it may be Chinese. A refund stands
 * there with the provider's number of its payment only, so where that payment is of another day, the refund's own number
 * stands for the order's. Throws BillFormatError.
 */
export function settlementRows(list: Buffer, day: string, merId: string): BillRow[] {
  const lines = linesOf(list).map((line) => valuesOf(line));
  const orderOf = new Map(lines.filter((of) => of('txnType') === PAYMENT).map((of) => [of('queryId'), of('orderId')]));
  return lines.map((of) => {
    if (of('merId') !== merId) throw new BillFormatError('a line of another merchant');
    const isRefund = GIVEN_BACK.includes(of('txnType'));
    if (!isRefund && of('txnType') !== PAYMENT) throw new BillFormatError(`a transaction of type ${of('txnType')}`);
    const amountFen = fenOf(of('txnAmt'));
    const atMs = traceMoment(of('traceTime'), `${day.replaceAll('-', '')}120000`);
    if (amountFen === null || amountFen < 1 || atMs === null || of('orderId') === '') {
      throw new BillFormatError('a line without number, time or amount');
    }
    const providerTxn = of(isRefund ? 'origQryId' : 'queryId');
    if (providerTxn === '') throw new BillFormatError('a line without the number of its payment');
    return {
      kind: isRefund ? 'refund' : 'payment',
      merchantOrderNo: isRefund ? (orderOf.get(providerTxn) ?? of('orderId')) : of('orderId'),
      providerTxn,
      refundNo: isRefund ? of('orderId') : null,
      amountFen,
      atMs,
      settled: true,
    };
  });
}

/** The lines of a list, byte for byte; empty ones left out. */
export function linesOf(list: Buffer): string[] {
  return list
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

type Value = (name: keyof typeof AT) => string;

function valuesOf(line: string): Value {
  const needed = SPANS.at(-1)?.to ?? 0;
  if (line.length < needed) throw new BillFormatError(`a line of ${line.length} bytes`);
  if (SPANS.some(({ to }) => line.length > to && line[to] !== ' ')) throw new BillFormatError('a line of other widths');
  return (name) => {
    const { from, to } = SPANS[AT[name]] as { from: number; to: number };
    return line.slice(from, to).trim();
  };
}
