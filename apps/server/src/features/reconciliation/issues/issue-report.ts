import { beijingDateTime } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { ISSUE_CLASSES, ISSUE_RESOLUTIONS } from '@huimin/domain/reconciliation';
import { amountCell, type Cell } from '../../../sheets/index.ts';
import type { StoredIssueDifference } from './difference-store.ts';
import type { issueReport } from './edition-store.ts';
import type { issueFileById } from './file-store.ts';

export const ISSUE_COLUMNS = [
  '版本',
  '出单日期',
  '分类',
  '保单号',
  '保司（元）',
  '我方（元）',
  '保司状态',
  '我方状态',
  '差异',
  '状态',
  '处理',
  '处理说明',
  '处理人',
  '处理时间',
] as const;
const STATES = { valid: '有效', cancelling: '退保处理中', cancelled: '退保' } as const;

/** One difference as a line of a file. */
export function issueRowOf(row: StoredIssueDifference): Cell[] {
  return [
    row.edition_code,
    row.day,
    ISSUE_CLASSES[row.class],
    row.policy_no,
    amountCell(row.insurer_fen),
    amountCell(row.own_fen),
    row.insurer_state === null ? '—' : STATES[row.insurer_state],
    row.own_state === null ? '—' : STATES[row.own_state],
    row.finding,
    row.state === 'open' ? '待处理' : '已结清',
    resolutionLabel(row.resolution),
    row.reason ?? '',
    row.resolved_by ?? '',
    row.resolved_at === null ? '' : beijingDateTime(row.resolved_at),
  ];
}

function resolutionLabel(resolution: string | null): string {
  if (resolution === null) return '';
  return (ISSUE_RESOLUTIONS as Readonly<Record<string, string>>)[resolution] ?? '自动结清';
}

/** What came of a file, for a terminal. */
export function issueFileText(file: NonNullable<Awaited<ReturnType<typeof issueFileById>>>): string {
  const head = `出单文件（${file.day}，${file.encoding}，SHA-256 ${file.sha256}）`;
  if (file.state === 'refused') return [head, `  没有导入：${file.problem}`, ...badLines(file.bad_rows)].join('\n');
  const counts = `  导入 ${file.row_count} 行，不能读 ${file.bad_count} 行`;
  return [head, counts, ...badLines(file.bad_rows)].join('\n');
}

function badLines(rows: readonly { line: number; why: string }[]): string[] {
  return rows.map(({ line, why }) => `  第 ${line} 行：${why}`);
}

/** What an edition's comparison came to, for a terminal. */
export function issueReportText({ edition, days }: NonNullable<Awaited<ReturnType<typeof issueReport>>>): string {
  const lines = days.map(
    (row) =>
      `  ${row.day} 保司 ${row.insurer_policies} 张 ${formatYuan(row.insurer_fen)}，我方 ${row.policies} 张 ` +
      `${formatYuan(row.premium_fen)}；一致 ${row.agreed}，等文件 ${row.waiting}，有差异 ${row.differing}`,
  );
  return [`${edition.edition_code}（文件到 ${edition.latest_day}），未结清 ${edition.open} 笔`, ...lines].join('\n');
}
