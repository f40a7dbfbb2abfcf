import { type CellProblem, type FoundColumns, findColumns, type WantedColumn } from '@huimin/domain/sheet';
import type { Query } from '../../db/database.ts';
import { readSheet, SheetProblem, SPOILT_CELL, writeCsv } from '../../sheets/index.ts';

/** A list of an edition that an operator publishes from a file. */
export interface ListKind<Row, Column extends string = string> {
  /** In the table, and in the address for operators. */
  readonly kind: string;
  readonly label: string;
  readonly columns: Readonly<Record<Column, WantedColumn>>;
  /** A row of a file, or what is wrong with it. */
  read(cells: readonly string[], columns: FoundColumns<Column>): Row | string;
  /** Everything that is wrong with such a row, cell by cell. */
  problems(cells: readonly string[], columns: FoundColumns<Column>): readonly CellProblem<Column>[];
  cells(row: Row): readonly string[];
  /** What its rows are told apart by. */
  codeOf(row: Row): string;
  /** What does not fit to the other lists of the edition: per row, or null. */
  fits(query: Query, editionCode: string, rows: readonly Row[]): Promise<(row: Row) => string | null>;
}

export interface PublishedList<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
  readonly publishedAtMs: number;
}

/** The newest version of a list; null where none was published. */
export async function currentList<Row>(
  query: Query,
  editionCode: string,
  { kind }: ListKind<Row>,
): Promise<PublishedList<Row> | null> {
  const [row] = await query<PublishedList<Row>>(
    `select version, rows, published_at as "publishedAtMs" from edition_lists
     where edition_code = $1 and kind = $2 order by version desc limit 1`,
    [editionCode, kind],
  );
  return row ?? null;
}

/** The newest versions of an edition's lists, as a mark that changes with each of them. */
export async function listsMark(query: Query, editionCode: string): Promise<string> {
  const [row] = await query<{ mark: string | null }>(
    `select string_agg(kind || ':' || version, ',' order by kind) as mark
     from (select kind, max(version) as version from edition_lists where edition_code = $1 group by kind) newest`,
    [editionCode],
  );
  return row?.mark ?? '';
}

export async function listOfVersion<Row>(
  query: Query,
  editionCode: string,
  { kind }: ListKind<Row>,
  version: number,
): Promise<PublishedList<Row> | null> {
  const [row] = await query<PublishedList<Row>>(
    `select version, rows, published_at as "publishedAtMs" from edition_lists
     where edition_code = $1 and kind = $2 and version = $3`,
    [editionCode, kind, version],
  );
  return row ?? null;
}

const VERSIONS_SHOWN = 100;

export async function listVersions(query: Query, editionCode: string, kind: string) {
  return query<{
    version: number;
    row_count: number;
    published_by: string;
    published_at: number;
    reason: string | null;
  }>(
    `select version, row_count, published_by, published_at, reason from edition_lists
     where edition_code = $1 and kind = $2 order by version desc limit $3`,
    [editionCode, kind, VERSIONS_SHOWN],
  );
}

interface Publication {
  readonly by: string;
  readonly nowMs: number;
  readonly reason?: string;
}

/** Makes rows the newest version; replicas read it with the next question. Answers its number. */
export async function publishList<Row>(
  query: Query,
  editionCode: string,
  { kind }: ListKind<Row>,
  rows: readonly Row[],
  { by, nowMs, reason }: Publication,
): Promise<number> {
  for (;;) {
    const [published] = await query<{ version: number }>(
      `insert into edition_lists (edition_code, kind, version, rows, row_count, published_by, published_at, reason)
       select $1, $2, coalesce(max(version), 0) + 1, $3::jsonb, $4, $5, $6, $7
       from edition_lists where edition_code = $1 and kind = $2
       on conflict do nothing returning version`,
      [editionCode, kind, JSON.stringify(rows), rows.length, by, new Date(nowMs), reason ?? null],
    );
    // Somebody else published at the same moment: theirs is the version before.
    if (published) return published.version;
  }
}

/** What is wrong with a line of a file. */
export interface LineProblem {
  readonly line: number;
  readonly why: string;
}

export interface ReadList<Row> {
  readonly rows: readonly Row[];
  readonly problems: readonly LineProblem[];
}

/** Of a list's file. */
export const LIST_FILE_LIMITS = { maxBytes: 5 * 1024 * 1024, maxRows: 2_000 };

/** Reads a file whole: every row, and everything that is wrong; a file that is no table has one problem. */
export async function readListFile<Row>(
  query: Query,
  editionCode: string,
  list: ListKind<Row>,
  bytes: Uint8Array,
): Promise<ReadList<Row>> {
  try {
    return await readRows(query, editionCode, list, bytes);
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { rows: [], problems: [{ line: 1, why: error.message }] };
  }
}

async function readRows<Row>(
  query: Query,
  editionCode: string,
  list: ListKind<Row>,
  bytes: Uint8Array,
): Promise<ReadList<Row>> {
  const problems: LineProblem[] = [];
  const found: { readonly line: number; readonly row: Row }[] = [];
  let columns: FoundColumns<string> | null = null;
  for await (const { line, cells, spoilt } of readSheet(bytes, LIST_FILE_LIMITS)) {
    if (columns === null) {
      const places = findColumns(cells, list.columns);
      if (typeof places === 'string') return { rows: [], problems: [{ line, why: places }] };
      columns = places;
      continue;
    }
    const isSpoilt = Object.values(columns).some((place) => place !== undefined && spoilt.includes(place));
    const row = isSpoilt ? SPOILT_CELL : list.read(cells, columns);
    if (typeof row === 'string') problems.push({ line, why: row });
    else if (found.some((other) => list.codeOf(other.row) === list.codeOf(row))) {
      problems.push({ line, why: `编号 ${list.codeOf(row)} 在前面已经有了` });
    } else found.push({ line, row });
  }
  if (found.length === 0 && problems.length === 0) problems.push({ line: 1, why: '只有表头，没有内容' });
  const rows = found.map(({ row }) => row);
  const problemOf = await list.fits(query, editionCode, rows);
  for (const { line, row } of found) {
    const why = problemOf(row);
    if (why !== null) problems.push({ line, why });
  }
  return { rows, problems: problems.sort((a, b) => a.line - b.line) };
}

/** A list as a file that can be changed and given back. */
export function listFile<Row>(list: ListKind<Row>, rows: readonly Row[]): string {
  const headings = Object.values<WantedColumn>(list.columns).map((column) => column.headings[0] ?? '');
  return writeCsv({ headings, rows: rows.map((row) => list.cells(row)) });
}
