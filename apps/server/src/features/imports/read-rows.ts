import type { Query } from '../../db/database.ts';
import type { SheetRow } from '../../sheets/index.ts';
import type { GoodRow, ImportKind, PlacedRow, RowProblem, RowReader } from './import-kind.ts';
import { type ImportRow, type ImportStore, keepProblems, type LineProblem } from './import-store.ts';

export interface BatchOutcome {
  readonly good: number;
  readonly bad: number;
  readonly added: number;
  readonly changed: number;
}

type Placed = GoodRow<unknown> & { readonly line: number };

/** Writes some rows of a file down: those that are right, sealed, and what is wrong with the others. */
export async function writeRows(
  store: ImportStore,
  query: Query,
  row: ImportRow,
  kind: ImportKind,
  reader: RowReader<unknown>,
  rows: readonly SheetRow[],
): Promise<BatchOutcome> {
  const problems: LineProblem[] = [];
  const fitting: Placed[] = [];
  for (const given of rows) {
    const read = reader.row(given);
    if ('problem' in read) problems.push({ line: given.line, problem: read });
    else fitting.push({ ...read, line: given.line });
  }
  const alike = await alikeInUnit(query, row, kind, fitting, problems);
  const weighed = await weigh(query, row, kind, alike);
  const right = alike.flatMap((one) => {
    const against = weighed.get(one.line) ?? 'added';
    if (typeof against === 'string') return [{ ...one, against }];
    problems.push({ line: one.line, problem: against });
    return [];
  });
  const kept = await store.keepRows(query, row.id, right);
  const twice = right.filter(({ line }) => !kept.has(line));
  problems.push(...(await sameAsOthers(query, row.id, kind, twice)));
  await keepProblems(query, row.id, problems);
  const counts = right.filter(({ line }) => kept.has(line));
  const changed = counts.filter(({ against }) => against === 'changed').length;
  return { good: kept.size, bad: problems.length, added: kept.size - changed, changed };
}

/** Rows of one unit say alike what its first row says. */
async function alikeInUnit(
  query: Query,
  { id }: ImportRow,
  { unlikeUnit }: ImportKind,
  rows: readonly Placed[],
  problems: LineProblem[],
): Promise<Placed[]> {
  const units = [...new Set(rows.flatMap(({ mark, unit }) => (mark === null ? [] : [unit])))];
  if (units.length === 0) return [...rows];
  const known = await query<{ unit: string; mark: string }>(
    `select distinct on (unit) unit, mark from import_rows where import_id = $1 and unit = any($2::text[])
     order by unit, line`,
    [id, units],
  );
  const marks = new Map(known.map(({ unit, mark }) => [unit, mark]));
  return rows.filter(({ unit, mark, line }) => {
    if (mark === null) return true;
    const first = marks.get(unit);
    if (first === undefined) marks.set(unit, mark);
    if (first === undefined || first === mark) return true;
    const problem: RowProblem = { column: '', problem: unlikeUnit, fix: '和同一案件的其他行对齐，再续传' };
    problems.push({ line, problem });
    return false;
  });
}

async function weigh(query: Query, row: ImportRow, kind: ImportKind, rows: readonly PlacedRow<unknown>[]) {
  if (kind.isWhole || rows.length === 0) return new Map<number, 'added' | 'changed' | RowProblem>();
  return kind.weigh(query, row.options, row.made ?? {}, rows);
}

async function sameAsOthers(
  query: Query,
  id: number,
  { sameKey }: ImportKind,
  twice: readonly Placed[],
): Promise<LineProblem[]> {
  if (twice.length === 0) return [];
  const first = await query<{ key: string; line: number }>(
    'select key, line from import_rows where import_id = $1 and key = any($2::text[])',
    [id, twice.map(({ key }) => key)],
  );
  const lines = new Map(first.map(({ key, line }) => [key, line]));
  return twice.map(({ key, line }) => ({
    line,
    problem: { column: '', problem: `和第 ${lines.get(key) ?? '?'} 行是${sameKey}`, fix: '留一行就行' },
  }));
}
