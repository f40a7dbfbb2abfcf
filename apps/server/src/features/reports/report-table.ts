import type { ReportValue } from '@huimin/contract/console';
import type { Sums } from './figures.ts';
import type { Flow, FlowMonth } from './flow.ts';

export type Unit = ReportValue['columns'][number]['unit'];
export type Measure = 'people' | 'cases' | 'fen';
/** The part of a report that its own rules make. */
export type ReportTable = Pick<ReportValue, 'figures' | 'rowTitle' | 'columns' | 'rows' | 'feet' | 'whole' | 'parts'>;

export const unitOf = (measure: Measure): Unit => (measure === 'fen' ? 'fen' : 'count');
export const share = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part === null || part === undefined || !whole ? null : part / whole;

/** What a flow comes to in a month, or in the whole edition. */
export interface Period {
  readonly all: Sums;
  /** Undefined where there is nothing of the value; null where it is not shown. */
  of(value: string): Sums | null | undefined;
}

const add = (a: Sums, b: Sums): Sums => ({
  ...{ cases: a.cases + b.cases, people: a.people + b.people, fen: a.fen + b.fen },
});
const NONE: Sums = { cases: 0, people: 0, fen: 0 };

/** @param month empty: the whole edition, as far as its months are over */
export function periodOf(flow: Flow, month: string): Period {
  const months = flow.months.filter((one) => month === '' || one.month === month);
  const over = months.filter(({ sums }) => sums !== null);
  return {
    all: months.map(({ all }) => all).reduce(add, NONE),
    of(value) {
      const index = flow.values.indexOf(value);
      if (index < 0) return undefined;
      if (over.length === 0) return null;
      const cells = over.map(({ sums }) => sums?.[index] ?? null);
      return cells.reduce((sum, cell) => (sum === null || cell === null ? null : add(sum, cell)), NONE as Sums | null);
    },
  };
}

const isEmpty = (cell: Sums | null): boolean =>
  cell !== null && cell.cases === 0 && cell.people === 0 && cell.fen === 0;

/** A flow as a table: the days of a month, or months, with the sum of each as the last column. */
export function tableOf(flow: Flow, month: string, measure: Measure): Omit<ReportTable, 'figures'> {
  const found = flow.months.filter((one) => month === '' || one.month === month);
  const lines = month === '' ? found.map(lineOfMonth) : found.flatMap(({ rows }) => rows);
  const shown = flow.values.flatMap((_, index) => {
    const sums = found.some((one) => !isEmpty(one.sums?.[index] ?? NONE));
    return sums || lines.some(({ cells }) => !isEmpty(cells[index] ?? null)) ? [index] : [];
  });
  const numberOf = (cell: Sums | null | undefined) => cell?.[measure] ?? null;
  const period = periodOf(flow, month);
  const unit = unitOf(measure);
  return {
    rowTitle: month === '' ? '月份' : '日期',
    columns: [...shown.map((index) => ({ name: flow.values[index] ?? '', unit })), { name: '合计', unit }],
    rows: lines.map(({ name, cells, all }) => ({
      name,
      cells: [...shown.map((index) => numberOf(cells[index])), all[measure]],
    })),
    feet: [
      {
        ...{ name: '合计', unit: null },
        cells: [...shown.map((index) => numberOf(period.of(flow.values[index] ?? ''))), period.all[measure]],
      },
    ],
    whole: shown.length,
    parts: [...shown.keys()],
  };
}

function lineOfMonth({ month, sums, all, rows }: FlowMonth) {
  return {
    name: sums === null ? `${month}（没过完）` : month,
    cells: sums ?? (rows[0]?.cells ?? []).map(() => null),
    all,
  };
}

/** A line below a table: what each column is of something else. */
export function shareLine(
  name: string,
  table: Pick<ReportTable, 'columns'>,
  part: Period,
  whole: Period,
  measure: Measure,
): ReportTable['feet'][number] {
  const names = table.columns.slice(0, -1).map((column) => column.name);
  return {
    ...{ name, unit: 'share' },
    cells: [
      ...names.map((value) => share(part.of(value)?.[measure], whole.of(value)?.[measure])),
      share(part.all[measure], whole.all[measure]),
    ],
  };
}
