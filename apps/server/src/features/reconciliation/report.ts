import { beijingDateTime } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { providerLabel } from '@huimin/domain/payment';
import { ADVICE_LABELS, DIFFERENCE_CLASSES, type DifferenceClass, RESOLUTIONS } from '@huimin/domain/reconciliation';
import { amountCell, type Cell, writeCsv } from '../../sheets/index.ts';
import type { StoredDifference } from './difference-store.ts';
import type { StoredRun } from './run-store.ts';

/** One provider's day: the run that compared it last, and what differs. */
export interface DayReport {
  readonly run: StoredRun;
  readonly differences: readonly StoredDifference[];
}

export const DIFFERENCE_STATES: Readonly<Record<StoredDifference['state'], string>> = {
  open: '待处理',
  waiting: '等账单',
  held: '挂账',
  resolved: '已结清',
};

export const DIFFERENCE_COLUMNS = [
  '日期',
  '分类',
  '渠道',
  '渠道流水',
  '商户订单号',
  '退款单号',
  '渠道（元）',
  '订单（元）',
  '差（元）',
  '查到的情况',
  '建议',
  '状态',
  '处理',
  '处理说明',
  '处理人',
  '处理时间',
] as const;

/** The differences as a file for a spreadsheet. */
export function differencesFile(reports: readonly DayReport[]): string {
  return writeCsv({
    headings: DIFFERENCE_COLUMNS,
    rows: reports.flatMap(({ differences }) => differences.map(differenceRow)),
  });
}

/** A difference as a row of a file. */
export function differenceRow(row: StoredDifference): Cell[] {
  return [
    row.day,
    DIFFERENCE_CLASSES[row.class],
    providerLabel(row.provider),
    row.provider_txn,
    row.merchant_order_no,
    row.refund_no ?? '',
    ...amounts(row).map(amountCell),
    row.finding,
    ADVICE_LABELS[row.advice],
    DIFFERENCE_STATES[row.state],
    resolutionLabel(row.resolution),
    row.reason ?? '',
    row.resolved_by ?? '',
    row.resolved_at === null ? '' : beijingDateTime(row.resolved_at),
  ];
}

function resolutionLabel(resolution: string | null): string {
  if (resolution === null) return '';
  return (RESOLUTIONS as Readonly<Record<string, string>>)[resolution] ?? '自动结清';
}

/** Provider's amount, ours, and provider less ours, in fen; a refund is money that went out. */
function amounts({ kind, bill_fen, book_fen }: StoredDifference): (number | null)[] {
  const signed = (fen: number | null) => (fen === null || kind !== 'refund' ? fen : -fen);
  return [signed(bill_fen), signed(book_fen), signed((bill_fen ?? 0) - (book_fen ?? 0))];
}

/** A day as a table for a terminal. Numbers of the provider are shortened; the file has them in full. */
export function dayText(day: string, reports: readonly DayReport[]): string {
  if (reports.length === 0) return `三方对账 ${day}\n这一天还没有核对过的账单。`;
  const lines = [`三方对账 ${day}`];
  for (const { run, differences } of reports) lines.push('', ...providerLines(run, differences));
  return lines.join('\n');
}

function providerLines({ provider, summary, ...run }: StoredRun, differences: readonly StoredDifference[]): string[] {
  const { bill, book, matched } = summary;
  const gapFen = bill.paymentFen - bill.refundFen - (book.paymentFen - book.refundFen);
  const counts = Object.entries(DIFFERENCE_CLASSES)
    .map(([code, label]) => `${label} ${differences.filter((row) => row.class === (code as DifferenceClass)).length}`)
    .join('，');
  return [
    `${providerLabel(provider)}（账单第 ${run.bill_version} 版，SHA-1 ${run.sha1}，${beijingDateTime(run.finished_at)} 核对）`,
    `  渠道 收款 ${bill.payments} 笔 ${formatYuan(bill.paymentFen)}，退款 ${bill.refunds} 笔 ${formatYuan(bill.refundFen)}`,
    `  订单 收款 ${book.payments} 笔 ${formatYuan(book.paymentFen)}，退款 ${book.refunds} 笔 ${formatYuan(book.refundFen)}`,
    `  渠道减订单 ${formatYuan(gapFen)}；平账 ${matched}，${counts}；未结清 ${run.open} 笔，挂账 ${run.held} 笔`,
    ...differences.map(
      (row) =>
        `  ${DIFFERENCE_CLASSES[row.class]} ${shortened(row.provider_txn)} ${amounts(row).map(yuan).join(' / ')} ` +
        `${row.finding} · ${ADVICE_LABELS[row.advice]} · ${DIFFERENCE_STATES[row.state]}`,
    ),
  ];
}

const yuan = (fen: number | null): string => (fen === null ? '—' : formatYuan(fen));

function shortened(number: string): string {
  return number.length > 10 ? `${number.slice(0, 4)}****${number.slice(-4)}` : number;
}
