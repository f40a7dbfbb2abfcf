import { readSheet, SheetProblem, type SheetRow } from '../../sheets/index.ts';
import type { ImportKind } from './import-kind.ts';
import { holdOwn, type ImportRow, type ImportStore } from './import-store.ts';
import type { ImportsCore } from './imports-deps.ts';
import { giverOf } from './read-file.ts';
import { writeRows } from './read-rows.ts';
import { compareWhole } from './whole-list.ts';

/** The number of the row that a row stands for. */
export const LINE_HEADING = '原行号';
/** What the table of problems says beside it; not read back. */
export const PROBLEM_HEADINGS = ['哪一列', '哪里不对', '怎么改'] as const;
const MOST_MENDED_ROWS = 20_000;

/** Takes rows that were put right in place of the ones that were not; all of them at once, or none when their table is none. */
export async function readMended(
  deps: ImportsCore,
  store: ImportStore,
  row: ImportRow,
  kind: ImportKind,
): Promise<void> {
  const { database, clock } = deps;
  const bytes = await store.bytesOf(row.id, row.round);
  const reader = await kind.open(database.query, row.options, await giverOf(deps, row));
  const rows: SheetRow[] = [];
  const lines = new Set<number>();
  let places: Places | null = null;
  for await (const one of readSheet(bytes, { maxBytes: kind.maxBytes, maxRows: MOST_MENDED_ROWS })) {
    if (places === null) {
      places = placesOf(one.cells, reader.columns);
      continue;
    }
    const mended = asMended(one, places);
    // A row of the table in which nothing was filled in.
    if (mended === null) continue;
    if (lines.has(mended.line)) throw new SheetProblem(`${LINE_HEADING} ${mended.line} 有两行，请留一行`);
    lines.add(mended.line);
    rows.push(mended);
  }
  if (rows.length === 0) throw new SheetProblem('没有改好的行：请在错误表里把整行填上再传');
  await database.transaction(async (query) => {
    const now = await holdOwn(query, row, clock.now());
    const open = await query<{ line: number }>(
      'delete from import_problems where import_id = $1 and line = any($2::integer[]) returning line',
      [row.id, [...lines]],
    );
    const known = new Set(open.map(({ line }) => line));
    const other = rows.find(({ line }) => !known.has(line));
    if (other) throw new SheetProblem(`${LINE_HEADING} ${other.line} 不是还没改好的行，请用这次导入的错误表`);
    const { good, bad, added, changed } = await writeRows(store, query, now, kind, reader, rows);
    const unfit = kind.isWhole ? (await compareWhole(store, query, now, kind)).unfit : 0;
    await query(
      `update imports set rows_good = rows_good + $2 - $4, rows_bad = rows_bad - $2 + $4,
         rows_added = rows_added + $5, rows_changed = rows_changed + $6, read_at = $3, lease_until = null, problem = ''
       where id = $1`,
      // Of a whole list all of it has been compared anew.
      [row.id, good, new Date(clock.now()), unfit, kind.isWhole ? 0 : added, kind.isWhole ? 0 : changed],
    );
    await backToRest(query, row, bad > 0 ? `续传的 ${rows.length} 行里还有 ${bad} 行不对` : '');
  });
}

/** Where the import waits when rows that were put right have been read, or could not be. */
export async function backToRest(
  query: ImportsCore['database']['query'],
  { id }: Pick<ImportRow, 'id'>,
  problem: string,
): Promise<void> {
  await query(
    `update imports set problem = $2, lease_until = null, status = case
       when live_at is not null and not exists (select 1 from import_rows r where r.import_id = imports.id) then 'done'
       else 'read' end where id = $1`,
    [id, problem],
  );
  await query('delete from import_pieces where import_id = $1', [id]);
}

interface Places {
  readonly line: number;
  /** Of the columns that the kind knows, in the order in which they stand. */
  readonly cells: readonly number[];
}

function placesOf(heading: readonly string[], columns: (cells: readonly string[]) => string | null): Places {
  const names = heading.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  const line = names.indexOf(LINE_HEADING);
  if (line < 0) throw new SheetProblem(`表头里没有「${LINE_HEADING}」，请下载错误表，在里面改`);
  const own: readonly string[] = [LINE_HEADING, ...PROBLEM_HEADINGS];
  const cells = names.flatMap((name, at) => (own.includes(name) ? [] : [at]));
  const wrong = columns(cells.map((at) => names[at] ?? ''));
  if (wrong !== null) throw new SheetProblem(wrong);
  return { line, cells };
}

function asMended(row: SheetRow, places: Places): SheetRow | null {
  const cells = places.cells.map((at) => row.cells[at] ?? '');
  if (cells.every((cell) => cell.trim() === '')) return null;
  const text = (row.cells[places.line] ?? '').trim();
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SheetProblem(`第 ${row.line} 行没有写${LINE_HEADING}`);
  const spoilt = places.cells.flatMap((at, place) => (row.spoilt.includes(at) ? [place] : []));
  return { line: Number(text), cells, spoilt };
}
