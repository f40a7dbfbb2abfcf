import type { ImportStatus } from '@huimin/domain/staff';
import { byteas, integers, texts } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { StaffMember } from '../staff/index.ts';
import type { ImportOptions, Made, PlacedRow, RowProblem } from './import-kind.ts';
import type { ImportsCore } from './imports-deps.ts';

export interface ImportRow {
  id: number;
  kind: string;
  options: ImportOptions;
  name_sealed: Buffer;
  given_by: number;
  given_at: number;
  insurers: string[] | null;
  sha256: string;
  size_bytes: number;
  pieces: number;
  status: ImportStatus;
  round: number;
  attempt: number;
  tries: number;
  began_at: number | null;
  began_rows: number;
  cursor_line: number;
  rows_total: number | null;
  rows_read: number;
  rows_good: number;
  rows_bad: number;
  rows_live: number;
  rows_gone: number;
  rows_added: number;
  rows_changed: number;
  rows_same: number;
  approval_id: number | null;
  problem: string;
  made: Made | null;
  read_at: number | null;
  live_at: number | null;
}

export interface StoredRow {
  readonly line: number;
  readonly key: string;
  readonly unit: string;
  readonly mark: string | null;
  readonly against: 'added' | 'changed' | 'same';
  readonly value: unknown;
}

export interface LineProblem {
  readonly line: number;
  readonly problem: RowProblem;
}

/** Another program has taken the import over, or somebody stopped it. */
export class TakenOver extends Error {}

const NAME_SEAL = 'import-file-name';
const PIECE_SEAL = 'import-piece';
const ROW_SEAL = 'import-row';

export type ImportStore = ReturnType<typeof importStore>;

/** Where imports, their files and their rows lie; bytes and rows are sealed. */
export function importStore({ database, vault }: Pick<ImportsCore, 'database' | 'vault'>) {
  const { query } = database;
  return {
    nameOf: (row: Pick<ImportRow, 'name_sealed'>) => vault.open(NAME_SEAL, row.name_sealed),
    sealName: (name: string) => vault.seal(NAME_SEAL, name),

    async addPiece(inside: Query, id: number, round: number, piece: number, bytes: Buffer): Promise<void> {
      await inside(
        `insert into import_pieces (import_id, round, piece, bytes_sealed) values ($1, $2, $3, $4) on conflict do nothing`,
        [id, round, piece, vault.sealBytes(PIECE_SEAL, bytes)],
      );
    },

    async bytesOf(id: number, round: number): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for (let piece = 0; ; piece++) {
        const [row] = await query<{ bytes_sealed: Buffer }>(
          'select bytes_sealed from import_pieces where import_id = $1 and round = $2 and piece = $3',
          [id, round, piece],
        );
        if (!row) return Buffer.concat(pieces);
        pieces.push(vault.openBytes(PIECE_SEAL, row.bytes_sealed));
      }
    },

    /** Answers which lines were kept; the others are the same as a row that is there. */
    async keepRows(inside: Query, id: number, rows: readonly StoredRow[]): Promise<Set<number>> {
      if (rows.length === 0) return new Set();
      const kept = await inside<{ line: number }>(
        `insert into import_rows (import_id, line, unit, key, mark, against, row_sealed)
         select $1, g.* from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[]) as g
         on conflict do nothing returning line`,
        [
          id,
          integers(rows.map(({ line }) => line)),
          texts(rows.map(({ unit }) => unit)),
          texts(rows.map(({ key }) => key)),
          texts(rows.map(({ mark }) => mark)),
          texts(rows.map(({ against }) => against)),
          byteas(rows.map(({ value }) => vault.sealJson(ROW_SEAL, value))),
        ],
      );
      return new Set(kept.map(({ line }) => line));
    },

    openRow: <Value>(row: { line: number; row_sealed: Buffer }): PlacedRow<Value> => ({
      line: row.line,
      value: vault.openJson<Value>(ROW_SEAL, row.row_sealed),
    }),
  };
}

export async function keepProblems(query: Query, id: number, problems: readonly LineProblem[]): Promise<void> {
  if (problems.length === 0) return;
  await query(
    `insert into import_problems (import_id, line, column_name, problem, fix)
     select $1, g.* from unnest($2::integer[], $3::text[], $4::text[], $5::text[]) as g
     on conflict (import_id, line) do update set column_name = excluded.column_name, problem = excluded.problem,
       fix = excluded.fix`,
    [
      id,
      integers(problems.map(({ line }) => line)),
      texts(problems.map(({ problem }) => problem.column)),
      texts(problems.map(({ problem }) => problem.problem)),
      texts(problems.map(({ problem }) => problem.fix)),
    ],
  );
}

export interface ProblemRow {
  line: number;
  column_name: string;
  problem: string;
  fix: string;
}

export async function problemsOf(query: Query, id: number, after: number, limit: number): Promise<ProblemRow[]> {
  return query<ProblemRow>(
    `select line, column_name, problem, fix from import_problems where import_id = $1 and line > $2
     order by line limit $3`,
    [id, after, limit],
  );
}

/** Nothing of the file is needed any more. Problems stay. */
export async function forgetContent(query: Query, ids: readonly number[]): Promise<void> {
  await query('delete from import_rows where import_id = any($1::integer[])', [ids]);
  await query('delete from import_pieces where import_id = any($1::integer[])', [ids]);
}

export const LEASE_MS = 20_000;

/** Takes one import that has something to be done, or whose program fell silent. */
export async function claimImport(query: Query, nowMs: number): Promise<ImportRow | null> {
  const [row] = await query<ImportRow>(
    `update imports set status = case status when 'waiting' then 'reading' else status end, attempt = attempt + 1,
       tries = tries + 1, lease_until = $2, began_at = $1,
       began_rows = case status when 'applying' then rows_live else rows_read end
     where id = (
       select id from imports where status = 'waiting' or (status in ('reading', 'applying') and lease_until <= $1)
       order by id limit 1 for update skip locked)
     returning *`,
    [new Date(nowMs), new Date(nowMs + LEASE_MS)],
  );
  return row ?? null;
}

/**
 * Holds the import for what this attempt writes in the transaction, and makes sure that nobody else took over. Answers it
 * as it stands.
 */
export async function holdOwn(query: Query, row: ImportRow, nowMs: number): Promise<ImportRow> {
  const [held] = await query<ImportRow>(
    `update imports set lease_until = $4, tries = 0 where id = $1 and attempt = $2 and status = $3 returning *`,
    [row.id, row.attempt, row.status, new Date(nowMs + LEASE_MS)],
  );
  if (!held) throw new TakenOver();
  return held;
}

/** An import within somebody's scope; to whoever does not see it, it is not there. `held`: for a change. */
export async function seenImport(
  query: Query,
  importNo: string,
  { scope }: Pick<StaffMember, 'scope'>,
  held = false,
): Promise<ImportRow | null> {
  if (scope.cities !== null || scope.channels !== null) return null;
  const [row] = await query<ImportRow>(
    `select * from imports where id = $1 and ($2::text[] is null or insurers && $2::text[])${held ? ' for update' : ''}`,
    [Number(importNo), scope.insurers],
  );
  return row ?? null;
}

export interface ImportFilter {
  readonly kind: string | null;
  readonly which: 'open' | 'done' | null;
  readonly before: number | null;
}

export async function listOfImports(
  query: Query,
  filter: ImportFilter,
  { scope }: Pick<StaffMember, 'scope'>,
  limit: number,
): Promise<ImportRow[]> {
  if (scope.cities !== null || scope.channels !== null) return [];
  return query<ImportRow>(
    `select * from imports where ($1::text[] is null or insurers && $1::text[]) and ($2::text is null or kind = $2)
       and ($3::text is null or (status in ('arriving', 'waiting', 'reading', 'read', 'applying')) = ($3 = 'open'))
       and ($4::integer is null or id < $4) order by id desc limit $5`,
    [scope.insurers, filter.kind, filter.which, filter.before, limit],
  );
}

const ARRIVES_WITHIN_MS = 24 * 3_600_000;
const KEPT_MS = 14 * 24 * 3_600_000;

/** Files that never came whole, and rows that nobody let count, go. Answers how many imports that were. */
export async function sweepImports(query: Query, nowMs: number): Promise<number> {
  const gone = await query<{ id: number }>(
    `update imports set status = 'stopped', problem = '放得太久，没有上传完或没有生效，已清掉', lease_until = null
     where (status = 'arriving' and given_at <= $1) or (status = 'read' and read_at <= $2) returning id`,
    [new Date(nowMs - ARRIVES_WITHIN_MS), new Date(nowMs - KEPT_MS)],
  );
  if (gone.length > 0) {
    await forgetContent(
      query,
      gone.map(({ id }) => id),
    );
  }
  return gone.length;
}
