import { COMPLAINT_CATEGORIES, complaintFindingLabel } from '@huimin/domain/complaint';
import { beijingDateTime } from '@huimin/domain/date';
import type { Conditions } from '../order-desk/index.ts';
import type { ExportKind } from '../table-exports/index.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';
import { findComplaints, isLate, type ListedRow, lines } from './complaint-lines.ts';
import { daysWrong, type Wanted, wanted } from './list-complaints.ts';

const PAGE = 1_000;
const TABS: Readonly<Record<string, string>> = { open: '待办', answered: '待办结', ended: '已了结', all: '全部' };
const NAMES = ['which', 'category', 'from', 'to'];

/** The list for the regulator: without what was written, and without whom. */
export function complaintExports(deps: ComplaintDeskDependencies): ExportKind[] {
  return [
    {
      ...{ kind: 'complaints', title: '投诉清单', view: 'complaints.view' },
      headings: [
        ...['投诉编号', '提交时间', '分类', '医保地', '订单号', '状态', '答复期限', '答复时间', '是否超期', '是否延期'],
        ...['是否重新提出', '怎么来的', '办结时间', '认定', '会话记录'],
      ],
      problemOf(filter) {
        if (Object.keys(filter).some((name) => !NAMES.includes(name))) return '投诉清单没有这个筛选条件';
        if (filter.which !== undefined && !Object.hasOwn(TABS, filter.which)) return '没有这一栏';
        const { category } = filter;
        if (category !== undefined && !COMPLAINT_CATEGORIES.some(({ value }) => value === category))
          return '没有这个分类';
        return daysWrong(filter);
      },
      describe({ which = 'open', category, from, to }) {
        const label = COMPLAINT_CATEGORIES.find(({ value }) => value === category)?.label ?? '全部分类';
        return [TABS[which] ?? '', label, from && `${from} 起`, to && `到 ${to}`].filter(Boolean).join('，');
      },
      count: async () => null,
      async *pages(filter, by) {
        for (let after: ListedRow | null = null; ; ) {
          const conditions: Conditions = wanted(deps, by.scope, filter as Wanted);
          if (after !== null) {
            conditions.add('(c.filed_at, c.id) < (?::timestamptz, ?::bigint)', new Date(after.filed_at), after.id);
          }
          const rows: ListedRow[] = await findComplaints(deps, conditions, 'latest', PAGE);
          if (rows.length > 0) yield await cells(deps, rows);
          if (rows.length < PAGE) return;
          after = rows.at(-1) ?? null;
        }
      },
    },
  ];
}

const time = (ms: number | null): string => (ms === null ? '' : beijingDateTime(ms).slice(0, 16).replace('T', ' '));

async function cells(deps: ComplaintDeskDependencies, rows: readonly ListedRow[]): Promise<string[][]> {
  const shown = await lines(deps, rows);
  return rows.map((row, at) => {
    const line = shown[at];
    return [
      ...[
        line?.complaintNo ?? '',
        time(row.filed_at),
        line?.categoryLabel ?? '',
        line?.city ?? '',
        line?.orderNo ?? '',
      ],
      ...[line?.statusLabel ?? '', time(row.due_at), time(row.answered_at)],
      ...[isLate(row, deps.clock.now()) ? '是' : '否', row.extended_at === null ? '否' : '是'],
      ...[row.reopened_at === null ? '否' : '是', row.taken_by === null ? '本人提交' : '电话登记', time(row.closed_at)],
      ...[row.finding === null ? '' : complaintFindingLabel(row.finding), row.trace ?? ''],
    ];
  });
}
