import type { ImportChangeValue } from '@huimin/contract/console';
import type { Query } from '../../db/database.ts';
import type { PlacedRow, WholeKind } from './import-kind.ts';
import { type ImportRow, type ImportStore, keepProblems } from './import-store.ts';

type Kind = WholeKind<unknown>;

/** Every row that is right, in the order of the file. */
export async function rowsOf(store: ImportStore, query: Query, id: number): Promise<PlacedRow<unknown>[]> {
  const rows = await query<{ line: number; row_sealed: Buffer }>(
    'select line, row_sealed from import_rows where import_id = $1 order by line',
    [id],
  );
  return rows.map((row) => store.openRow(row));
}

/**
 * Compares all rows with what is there now, and writes down what differs. Rows that do not fit to other lists become
 * problems; answers how many.
 */
export async function compareWhole(
  store: ImportStore,
  query: Query,
  row: ImportRow,
  kind: Kind,
): Promise<{ readonly unfit: number }> {
  const rows = await rowsOf(store, query, row.id);
  const live = await kind.live(query, row.options);
  const problemIn = await kind.fits(
    query,
    row.options,
    rows.map(({ value }) => value),
  );
  const unfit = rows.flatMap(({ line, value }) => {
    const problem = problemIn(value);
    return problem === null ? [] : [{ line, problem: { column: '', problem, fix: '改好这一行，再续传' } }];
  });
  await keepProblems(query, row.id, unfit);
  const isUnfit = new Set(unfit.map(({ line }) => line));
  await query('delete from import_rows where import_id = $1 and line = any($2::integer[])', [row.id, [...isUnfit]]);
  const before = new Map(live.values.map((value) => [kind.keyOf(value), value]));
  const lines: Record<'added' | 'changed' | 'same', number[]> = { added: [], changed: [], same: [] };
  for (const { line, value } of rows) {
    const former = before.get(kind.keyOf(value));
    if (former !== undefined) before.delete(kind.keyOf(value));
    if (isUnfit.has(line)) continue;
    const against = former === undefined ? 'added' : isSame(kind, former, value) ? 'same' : 'changed';
    lines[against].push(line);
  }
  for (const against of ['added', 'changed', 'same'] as const) {
    await query('update import_rows set against = $2 where import_id = $1 and line = any($3::integer[])', [
      row.id,
      against,
      lines[against],
    ]);
  }
  await query(
    `update imports set rows_added = $2, rows_changed = $3, rows_same = $4, rows_gone = $5,
       made = coalesce(made, '{}') || jsonb_build_object('base', $6::integer) where id = $1`,
    [row.id, lines.added.length, lines.changed.length, lines.same.length, before.size, live.version],
  );
  return { unfit: unfit.length };
}

const isSame = (kind: Kind, a: unknown, b: unknown): boolean =>
  JSON.stringify(kind.cells(a)) === JSON.stringify(kind.cells(b));

/** The first rows that differ, column by column; what goes first, since that is what nobody sees in the file. */
export async function changesOf(
  store: ImportStore,
  query: Query,
  row: ImportRow,
  kind: Kind,
  limit: number,
): Promise<ImportChangeValue[]> {
  const live = await kind.live(query, row.options);
  const before = new Map(live.values.map((value) => [kind.keyOf(value), value]));
  const keys = await query<{ key: string }>('select key from import_rows where import_id = $1', [row.id]);
  const named = new Set(keys.map(({ key }) => key));
  const gone = live.values
    .filter((value) => !named.has(kind.keyOf(value)))
    .slice(0, limit)
    .map((value) => ({
      ...{ line: null, against: 'gone' as const, key: kind.keyOf(value), title: kind.titleOf(value), changes: [] },
    }));
  const rows = await query<{ line: number; row_sealed: Buffer; against: 'added' | 'changed' }>(
    `select line, row_sealed, against from import_rows where import_id = $1 and against in ('added', 'changed')
     order by against desc, line limit $2`,
    [row.id, limit - gone.length],
  );
  const found = rows.map(({ against, ...stored }) => {
    const { line, value } = store.openRow<unknown>(stored);
    const former = before.get(kind.keyOf(value));
    const cells = kind.cells(value);
    const old = former === undefined ? null : kind.cells(former);
    const changes = old
      ? kind.headings.flatMap((column, at) =>
          old[at] === cells[at] ? [] : [{ column, from: old[at] ?? '', to: cells[at] ?? '' }],
        )
      : [];
    return { line, against, key: kind.keyOf(value), title: kind.titleOf(value), changes };
  });
  return [...gone, ...found];
}
