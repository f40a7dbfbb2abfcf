import { deflateSync } from 'node:zlib';
import { beijingDay, beijingText } from '../clock/beijing-time.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { storedZip } from '../files/stored-zip.ts';
import type { Transaction } from './acp-rows.ts';

/** Its day ends at 23:00 in Beijing; what comes later is settled with the next. */
const CUT_OFF_MS = 3_600_000;
/** Card and institutions of the payer, which the shop has no use for. */
const INSTITUTION = '48020000';
const CARD = '621626*********0018';

/** The settlement day (`2026-11-20`) of what ended at this moment. */
export function settlementDay(doneAtMs: number): string {
  return beijingDay(doneAtMs + CUT_OFF_MS);
}

export type SettlementInput = { day: string; merId: string; transactions: Transaction[] };
export type SettlementFile = { fileName: string; fileContent: string };

/** The file of a settlement day as an answer carries it. Undefined when nothing was settled on it. `faults` spoil it. */
export function settlementFile(
  { day, merId, transactions }: SettlementInput,
  faults: ReadonlySet<FaultKind> = new Set(),
): SettlementFile | undefined {
  const settled = transactions
    .filter((row) => row.respCode === '00' && row.doneAtMs !== undefined && settlementDay(row.doneAtMs) === day)
    .sort((a, b) => Number(a.doneAtMs) - Number(b.doneAtMs));
  const first = settled[0];
  if (!first) return undefined;
  if (faults.has('bill_amount_diff')) settled[0] = { ...first, txnFen: first.txnFen + 1 };
  if (faults.has('bill_extra_row'))
    settled.push({ ...first, queryId: `${first.queryId.slice(0, -4)}9999`, orderId: 'UNKNOWN00000001' });
  if (faults.has('bill_missing_row')) settled.pop();
  const shortDay = day.replaceAll('-', '').slice(2);
  const entry = (list: string, lines: string[]) => ({
    name: Buffer.from(`INN${shortDay}88${list}_${merId}`),
    content: Buffer.from(lines.map((line) => `${line}\r\n`).join('')),
  });
  // The second list holds corrections that banks ask for; nobody does here.
  const zip = storedZip([
    entry(
      'ZM',
      settled.map((row) => lineOf(row, transactions, merId)),
    ),
    entry('ZME', []),
  ]);
  return {
    fileName: `${merId}_${day.replaceAll('-', '')}.zip`,
    fileContent: deflateSync(zip).toString('base64'),
  };
}

/** One line: values of fixed widths with a space between; texts begin at the left, numbers end at the right. */
function lineOf(row: Transaction, all: Transaction[], merId: string): string {
  const payment = all.find((one) => one.queryId === row.origQryId);
  const text = (width: number, value = '') => value.padEnd(width);
  const number = (width: number, value: number) => String(value).padStart(width, '0');
  const sign = row.txnType === '01' ? 'C' : 'D';
  return [
    text(3, row.txnType === '01' ? 'S22' : 'S30'),
    ...[text(11, INSTITUTION), text(11, INSTITUTION), row.traceNo, digits(Number(row.doneAtMs)).slice(4)],
    ...[text(19, CARD), number(12, row.txnFen), '6300', '08', row.queryId, text(2), text(32, row.orderId)],
    ...['01', payment?.traceNo ?? '000000', payment ? digits(Number(payment.doneAtMs)).slice(4) : '0000000000'],
    ...[`${sign}${number(12, 0)}`, `${sign}${number(12, row.txnFen)}`, '0201', text(15)],
    ...[row.txnType, row.echo.txnSubType ?? '00', row.echo.bizType ?? '000201', '01', text(4), text(32), '0'],
    ...[text(21, row.origQryId), merId, text(1), text(15), text(32), text(13), text(13), text(8), text(32)],
    ...[text(13), text(13), text(12), text(2), '0', text(32), text(98)],
  ].join(' ');
}

function digits(atMs: number): string {
  return beijingText(atMs).replace(/\D/g, '');
}
