import type { EditionSummaryValue } from '@huimin/contract';
import { saidYuan, wanYuanText } from '@huimin/domain/money';

type Edition = EditionSummaryValue;
type Benefit = Edition['benefits'][number];

/** One plan of one edition, as a column of the comparison. */
export interface PlanColumn {
  readonly key: string;
  readonly year: number;
  readonly name: string;
  readonly premiumFen: number;
  readonly benefits: readonly Benefit[];
  readonly onSale: boolean;
}

export interface CompareRow {
  /** What and of what: 起付线 of 目录内. */
  readonly subject: string;
  readonly measure: string;
  /** A text per column; 没有 where a plan does not have it. */
  readonly cells: readonly string[];
}

const MISSING = '没有';

export function columnsOf(edition: Edition): PlanColumn[] {
  return edition.plans.map((plan) => ({
    key: `${edition.editionCode} ${plan.code}`,
    year: edition.editionYear,
    name: plan.name,
    premiumFen: plan.premiumFen,
    benefits: plan.benefits ?? edition.benefits,
    onSale: edition.onSale,
  }));
}

/** `2026 版`, or the edition's whole name where others of `editions` have its year. */
export function editionTitle({ name, editionYear }: Edition, editions: readonly Edition[]): string {
  const isOnly = editions.filter((one) => one.editionYear === editionYear).length < 2;
  return isOnly ? `${editionYear} 版` : name.replace(/\d$/, '$& 版');
}

/** The edition to compare with at first: the newest of an earlier year. */
export function earlierEditions(editions: readonly Edition[], year: number): Edition[] {
  return editions.filter((edition) => edition.editionYear < year).sort((a, b) => b.editionYear - a.editionYear);
}

const wan = (fen: number): string => `${wanYuanText(fen).replace(/\.0$/, '')} 万`;

/**
 * What the plans cover, a line per figure. Of a benefit that counts what it names (40 种药品) the other figures stand only
 * where they differ; limits that are the same everywhere are one line.
 */
export function compareRows(columns: readonly PlanColumn[]): CompareRow[] {
  const subjects = [...new Set(columns.flatMap(({ benefits }) => benefits.map(subjectOf)))];
  const rows = subjects.flatMap((subject) => {
    const line = (measure: string, textOf: (benefit: Benefit) => string | null): CompareRow => ({
      subject,
      measure,
      cells: columns.map(({ benefits }) => {
        const benefit = benefits.find((one) => subjectOf(one) === subject);
        return (benefit && textOf(benefit)) ?? MISSING;
      }),
    });
    const counted = line('', ({ itemCount }) => (itemCount === undefined ? null : `${itemCount} 种`));
    const figures = [
      line('起付线', ({ deductibleFen }) => wan(deductibleFen)),
      line('赔付比例', ({ ratioPercent }) => `${ratioPercent}%`),
    ];
    return isEmpty(counted) ? figures : [counted, ...figures.filter(differs)];
  });
  return [...rows, ...limitRows(columns, subjects)];
}

function limitRows(columns: readonly PlanColumn[], subjects: readonly string[]): CompareRow[] {
  const limits = subjects.map((subject) => ({
    subject,
    measure: '一年最高',
    cells: columns.map(({ benefits }) => {
      const benefit = benefits.find((one) => subjectOf(one) === subject);
      return benefit ? wan(benefit.limitFen) : MISSING;
    }),
  }));
  const [first] = limits;
  const same = first && limits.every(({ cells }) => cells.join() === first.cells.join());
  return same ? [{ ...first, subject: '每项', measure: '一年最高' }] : limits;
}

function subjectOf(benefit: Benefit): string {
  return benefit.shortName ?? benefit.name;
}

function isEmpty({ cells }: CompareRow): boolean {
  return cells.every((cell) => cell === MISSING);
}

function differs({ cells }: CompareRow): boolean {
  return new Set(cells).size > 1;
}

/** `基础款`, or the year too where it has to be told apart. */
export function columnTitle({ year, name }: PlanColumn): string {
  return `${year} ${name}`;
}

/** What changed from one plan to another: the price and the rows in which they differ, with both texts. */
export function changes(from: PlanColumn, to: PlanColumn): { label: string; before: string; after: string }[] {
  const price = {
    subject: '',
    measure: '价格',
    cells: [from, to].map(({ premiumFen }) => `${saidYuan(premiumFen)} 元`),
  };
  return [price, ...compareRows([from, to])]
    .filter(differs)
    .map(({ subject, measure, cells: [before = '', after = ''] }) => ({
      label: `${subject}${measure}`,
      before,
      after,
    }));
}
