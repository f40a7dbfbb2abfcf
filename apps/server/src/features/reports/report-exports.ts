import type { ReportValue } from '@huimin/contract/console';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { amountCell, type Cell } from '../../sheets/index.ts';
import type { ExportKind } from '../table-exports/index.ts';
import { closedUntil, type Flow, type FlowAsk, type FlowReader, type FlowRow, flowReader } from './flow.ts';
import type { ReportDependencies } from './report-deps.ts';
import { DAY_SECTIONS, REPORT_KINDS, type ReportName } from './report-kinds.ts';
import { choiceProblem, editionOf, type ReportChoice, reportOf } from './show-report.ts';

type Filter = Parameters<ExportKind['describe']>[0];
type Unit = ReportValue['columns'][number]['unit'];

const UNITS: Readonly<Record<Unit, string>> = { count: '', fen: '（元）', share: '（%）', days: '（天）', rate: '' };
const HIDDEN = '不显示';

/** A number as a table program takes it: yuan, percent with one place. */
function cellOf(value: number | null, unit: Unit): Cell {
  if (value === null) return HIDDEN;
  if (unit === 'fen') return amountCell(value);
  return unit === 'share'
    ? Math.round(value * 1_000) / 10
    : unit === 'days' || unit === 'rate'
      ? Math.round(value * 10) / 10
      : value;
}

/** Every report as the page shows it, and the report of one day. */
export function reportExports(deps: ReportDependencies): ExportKind[] {
  const read = flowReader(deps);
  const names = Object.keys(REPORT_KINDS) as ReportName[];
  return [...names.map((name) => reportExport(deps, read, name)), dayExport(deps, read)];
}

function reportExport(deps: ReportDependencies, read: FlowReader, report: ReportName): ExportKind {
  const { title, days } = REPORT_KINDS[report];
  const choiceOf = ({ by, measure, month, edition }: Filter): ReportChoice => ({ report, by, measure, month, edition });
  return {
    ...{ kind: `report-${report}`, title, view: 'reports.view' },
    async headings(filter, by) {
      const { rowTitle, columns } = await reportOf(deps, read, by, choiceOf(filter));
      return [rowTitle, ...columns.map(({ name, unit }) => (name.endsWith('）') ? name : `${name}${UNITS[unit]}`))];
    },
    problemOf(filter) {
      const names = ['by', 'measure', 'month', 'edition'];
      if (Object.keys(filter).some((name) => !names.includes(name))) return '报表没有这个筛选条件';
      const { month } = filter;
      if (month !== undefined && month !== 'all' && parseDate(`${month}-01`) === null) return '没有这个月份，请重新选';
      return choiceProblem(deps, choiceOf(filter));
    },
    describe(filter) {
      const { ways, measures } = REPORT_KINDS[report];
      const labelOf = (list: typeof ways, chosen = list[0]?.value) => list.find(({ value }) => value === chosen)?.label;
      const month = days === null || filter.month === 'all' ? '按月' : (filter.month ?? '最近的月份');
      return [editionName(deps, filter), month, labelOf(ways, filter.by), labelOf(measures, filter.measure)]
        .filter(Boolean)
        .join('，');
    },
    count: async () => null,
    async *pages(filter, by) {
      const { columns, rows, feet } = await reportOf(deps, read, by, choiceOf(filter));
      const unitAt = (index: number, unit: Unit | null = null) => unit ?? columns[index]?.unit ?? 'count';
      yield [
        ...rows.map(({ name, cells }) => [name, ...cells.map((one, index) => cellOf(one, unitAt(index)))]),
        ...feet.map(({ name, unit, cells }) => [
          unit === 'share' ? `${name}（%）` : name,
          ...cells.map((one, index) => cellOf(one, unitAt(index, unit))),
        ]),
      ];
    },
  };
}

/** Of which edition; two may have one name. */
function editionName(deps: ReportDependencies, { edition }: Filter): string {
  const found = editionOf(deps, edition);
  return found === undefined ? '' : `${found.document.proName} ${found.code}`;
}

/** All that is told of one day: the row of each report in which it stands. */
function dayExport(deps: ReportDependencies, read: FlowReader): ExportKind {
  return {
    ...{ kind: 'daily-report', title: '日报', view: 'reports.view' },
    headings: ['部分', '日期', '分类', '人数或次数', '金额（元）'],
    problemOf({ day, edition, ...others }) {
      if (Object.keys(others).length > 0) return '日报没有这个筛选条件';
      if (day === undefined || parseDate(day) === null) return '没有这一天，请重新选日期';
      if (day >= beijingDate(deps.clock.now())) return '这一天还没有过完，第二天凌晨两点以后才有日报';
      return editionOf(deps, edition) === undefined ? '没有这个产品版本' : null;
    },
    describe: (filter) => [editionName(deps, filter), filter.day].filter(Boolean).join('，'),
    count: async () => null,
    async *pages({ day = '', edition }, by) {
      const until = await closedUntil(deps.database.query);
      if (until === null || day >= until) {
        yield [['这一天还没有统计完，请稍后再导出', day, '', '', '']];
        return;
      }
      const { code = '' } = editionOf(deps, edition) ?? {};
      for (const { title, ask } of DAY_SECTIONS) {
        yield sectionOf(await read(by, code, until, ask), { title, ask, day });
      }
    },
  };
}

interface Section {
  readonly title: string;
  readonly ask: FlowAsk;
  readonly day: string;
}

function sectionOf(flow: Flow, { title, ask, day }: Section) {
  const row = flow.months.flatMap(({ rows }) => rows).find(({ days }) => days.includes(day));
  if (!row) return [[title, day, '没有，或者不到 10，并到后面的日子', '', '']];
  const line = (name: string, sums: FlowRow['all'] | null) => [
    ...[title, row.name, name],
    ...(sums === null ? [HIDDEN, HIDDEN] : [sums[ask.basis], amountCell(sums.fen)]),
  ];
  const cells = flow.values.flatMap((value, index) => {
    const sums = row.cells[index];
    return sums === undefined || sums?.cases === 0 ? [] : [line(value, sums)];
  });
  return [...cells, line('合计', row.all)];
}
