import { createHash } from 'node:crypto';
import type { Core } from '../../../core.ts';
import type { Query } from '../../../db/database.ts';
import { csvHeading, csvLine } from '../../../sheets/index.ts';

export const LARGEST_FILE_BYTES = 96 * 1024 * 1024;
export const MOST_ROWS = 300_000;
const PART_BYTES = 1024 * 1024;
const PART_SEAL = 'claim-file';

export interface FileInput {
  readonly day: string;
  readonly by: string;
}

export interface StoredClaimFile {
  readonly id: string;
  /** It was given before and is not read again. */
  readonly isKnown: boolean;
}

type Keeper = Pick<Core, 'database' | 'vault'>;

/** Keeps a file, sealed, until it has been read. One that is known by its hash is not kept again. */
export async function storeClaimFile(
  { database, vault }: Keeper,
  bytes: Buffer,
  { day, by }: FileInput,
  nowMs: number,
): Promise<StoredClaimFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return database.transaction(async (query) => {
    const [row] = await query<{ id: string }>(
      `insert into claim_files (day, given_by, sha256, size_bytes, arrived_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning id`,
      [day, by, sha256, bytes.length, new Date(nowMs)],
    );
    if (!row) {
      const [known] = await query<{ id: string }>(
        `select id from claim_files where sha256 = $1 and state in ('waiting', 'imported')`,
        [sha256],
      );
      if (!known) throw new Error('a file is known and is not there');
      return { id: known.id, isKnown: true };
    }
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      await query('insert into claim_file_parts (file_id, part, sealed) values ($1, $2, $3)', [
        row.id,
        part,
        vault.sealBytes(PART_SEAL, piece),
      ]);
    }
    return { id: row.id, isKnown: false };
  });
}

export async function bytesOfFile({ vault }: Pick<Core, 'vault'>, query: Query, id: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let part = 0; ; part++) {
    const [row] = await query<{ sealed: Buffer }>(
      'select sealed from claim_file_parts where file_id = $1 and part = $2',
      [id, part],
    );
    if (!row) return Buffer.concat(pieces);
    pieces.push(vault.openBytes(PART_SEAL, row.sealed));
  }
}

export interface WaitingFile {
  readonly id: string;
  readonly day: string;
}

/** Takes the file that has waited longest; for one server only, until the lease ends. */
export async function leaseFile(query: Query, nowMs: number, leaseMs: number): Promise<WaitingFile | null> {
  const [file] = await query<WaitingFile>(
    `update claim_files set lease_until = $2
     where id = (select id from claim_files where state = 'waiting' and (lease_until is null or lease_until < $1)
                 order by arrived_at, id limit 1)
       and state = 'waiting' and (lease_until is null or lease_until < $1)
     returning id, day`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return file ?? null;
}

export interface LineProblem {
  readonly line: number;
  readonly why: string;
}

export async function writeProblems(query: Query, id: string, problems: readonly LineProblem[]): Promise<void> {
  if (problems.length === 0) return;
  await query(
    `insert into claim_file_problems (file_id, line, why)
     select $1, line, why from unnest($2::integer[], $3::text[]) as g(line, why) on conflict do nothing`,
    [id, problems.map(({ line }) => line), problems.map(({ why }) => why)],
  );
}

export interface FileOutcome {
  readonly state: 'imported' | 'refused';
  readonly problem: string | null;
  readonly rowCount: number;
  readonly caseCount: number;
  readonly badCount: number;
}

/** Writes what came of a file; its bytes are not needed any more. */
export async function finishFile(query: Query, id: string, outcome: FileOutcome, nowMs: number): Promise<void> {
  await query(
    `update claim_files set state = $2, problem = $3, row_count = $4, case_count = $5, bad_count = $6, finished_at = $7,
       lease_until = null
     where id = $1`,
    [id, outcome.state, outcome.problem, outcome.rowCount, outcome.caseCount, outcome.badCount, new Date(nowMs)],
  );
  await query('delete from claim_file_parts where file_id = $1', [id]);
}

export interface ClaimFile {
  id: string;
  day: string;
  given_by: string;
  state: 'waiting' | 'imported' | 'refused';
  sha256: string;
  size_bytes: number;
  row_count: number;
  case_count: number;
  bad_count: number;
  problem: string | null;
  arrived_at: number;
  finished_at: number | null;
}

const COLUMNS = `id, day, given_by, state, sha256, size_bytes, row_count, case_count, bad_count, problem, arrived_at,
  finished_at`;

/** The newest files first. */
export async function newestClaimFiles(query: Query, limit: number): Promise<ClaimFile[]> {
  return query<ClaimFile>(`select ${COLUMNS} from claim_files order by arrived_at desc, id limit $1`, [limit]);
}

export async function claimFileById(query: Query, id: string): Promise<ClaimFile | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const [file] = await query<ClaimFile>(`select ${COLUMNS} from claim_files where id = $1`, [id]);
  return file ?? null;
}

/** Lines that could not be read, some thousands at a time. */
export async function* claimFileProblems(query: Query, id: string): AsyncGenerator<LineProblem[]> {
  const atOnce = 5_000;
  for (let after = 0; ; ) {
    const rows = await query<LineProblem>(
      `select line, why from claim_file_problems where file_id = $1 and line > $2 order by line limit ${atOnce}`,
      [id, after],
    );
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.line ?? after;
    if (rows.length < atOnce) return;
  }
}

/** These lines as a file for a spreadsheet, piece by piece. */
export async function* claimProblemsFile(query: Query, id: string): AsyncGenerator<string> {
  yield csvHeading(['行', '原因']);
  for await (const problems of claimFileProblems(query, id)) {
    yield problems.map(({ line, why }) => csvLine([line, why])).join('');
  }
}
