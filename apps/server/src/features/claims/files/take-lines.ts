import { CLAIM_HEADINGS, type ClaimColumns, type ClaimRow, claimColumns, claimRow } from '@huimin/domain/adjustment';
import { beijingDate } from '@huimin/domain/date';
import type { Core } from '../../../core.ts';
import type { Query } from '../../../db/database.ts';
import { openRuleBook } from '../rule-store.ts';
import { LARGEST_FILE_BYTES, MOST_ROWS } from './file-store.ts';
import { READING_LOCK } from './import-file.ts';
import { type PlacedRow, writeClaims } from './write-claims.ts';

/** Lines of claims that come in parts, each part whole in itself. */
export const CLAIM_LINES = { headings: CLAIM_HEADINGS, maxBytes: LARGEST_FILE_BYTES, maxRows: MOST_ROWS } as const;

/** Reads lines one by one; `isEdition` says which editions whoever gives them may tell of. */
export async function claimLineReader(
  { clock }: Pick<Core, 'clock'>,
  query: Query,
  isEdition: (code: string) => boolean,
): Promise<{ columns(cells: readonly string[]): string | null; row(cells: readonly string[]): ClaimRow | string }> {
  const book = await openRuleBook(query);
  const books = { today: beijingDate(clock.now()), isEdition, hasRules: book.has };
  let found: ClaimColumns = {};
  return {
    columns(cells) {
      const columns = claimColumns(cells);
      if (typeof columns === 'string') return columns;
      found = columns;
      return null;
    },
    row: (cells) => claimRow(cells, found, books),
  };
}

/** Begins a file whose lines are written part by part. Null where the same file has been given before. */
export async function beginClaimFile(
  query: Query,
  file: { readonly day: string; readonly by: string; readonly sha256: string; readonly sizeBytes: number },
  nowMs: number,
): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    `insert into claim_files (day, given_by, sha256, size_bytes, arrived_at, finished_at, state)
     values ($1, $2, $3, $4, $5, $5, 'imported') on conflict do nothing returning id`,
    [file.day, file.by, file.sha256, file.sizeBytes, new Date(nowMs)],
  );
  return row?.id ?? null;
}

export async function isKnownClaimFile(query: Query, sha256: string): Promise<boolean> {
  const known = await query(`select 1 from claim_files where sha256 = $1 and state in ('waiting', 'imported')`, [
    sha256,
  ]);
  return known.length > 0;
}

/** Writes lines of a file that was begun; a claim's lines come together. Answers those that do not fit. */
export async function takeClaimLines(
  deps: Pick<Core, 'index' | 'vault' | 'numbers'>,
  query: Query,
  file: { readonly id: string; readonly day: string },
  rows: readonly PlacedRow[],
) {
  await query('select pg_advisory_xact_lock($1)', [READING_LOCK]);
  const { taken, newCases, problems } = await writeClaims(deps, query, file, await openRuleBook(query), rows);
  await query(
    `update claim_files set row_count = row_count + $2, case_count = case_count + $3, bad_count = bad_count + $4
     where id = $1`,
    [file.id, taken, newCases, problems.length],
  );
  return problems;
}
