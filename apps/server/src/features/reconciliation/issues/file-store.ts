import { createHash } from 'node:crypto';
import type { Query } from '../../../db/database.ts';

const LARGEST_FILE_BYTES = 512 * 1024 * 1024;
const PART_BYTES = 64 * 1024;
/** One that has not come to its end by then never will. */
const ARRIVES_WITHIN_MS = 60 * 60_000;

export interface FileInput {
  readonly day: string;
  readonly by: string;
}

export type Stored =
  | { readonly kind: 'stored' | 'known'; readonly id: string }
  /** `why` in Chinese. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Keeps a file piece by piece as it comes, never whole in memory; it counts once its last byte is there. A file that is
 * known by its hash is not kept again.
 */
export async function storeIssueFile(
  query: Query,
  bytes: AsyncIterable<Uint8Array>,
  { day, by }: FileInput,
  nowMs: number,
): Promise<Stored> {
  await forgetHalfCome(query, nowMs);
  const [row] = await query<{ id: string }>(
    'insert into issue_files (day, given_by, arrived_at) values ($1, $2, $3) returning id',
    [day, by, new Date(nowMs)],
  );
  const id = (row as { id: string }).id;
  let isKept = false;
  try {
    const stored = await finish(query, id, await storeParts(query, id, bytes));
    isKept = stored.kind === 'stored';
    return stored;
  } finally {
    if (!isKept) await forget(query, [id]);
  }
}

interface Arrived {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly encoding: 'utf-8' | 'gb18030' | null;
}

async function storeParts(query: Query, id: string, bytes: AsyncIterable<Uint8Array>): Promise<Arrived | 'too-large'> {
  const hash = createHash('sha256');
  const encodings = { 'utf-8': validator('utf-8'), gb18030: validator('gb18030') };
  let sizeBytes = 0;
  let count = 0;
  for await (const part of inParts(bytes)) {
    sizeBytes += part.length;
    if (sizeBytes > LARGEST_FILE_BYTES) return 'too-large';
    hash.update(part);
    for (const check of Object.values(encodings)) check.take(part);
    count += 1;
    await query('insert into issue_file_parts (file_id, part, bytes) values ($1, $2, $3)', [id, count, part]);
  }
  const fitting = (['utf-8', 'gb18030'] as const).find((name) => encodings[name].end());
  return { sizeBytes, sha256: hash.digest('hex'), encoding: fitting ?? null };
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    held.push(piece);
    length += piece.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

/** Whether all that it takes is text of an encoding, without keeping it. */
function validator(encoding: string): { take(part: Uint8Array): void; end(): boolean } {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isValid = true;
  const attempt = (decode: () => string): void => {
    if (!isValid) return;
    try {
      decode();
    } catch {
      isValid = false;
    }
  };
  return {
    take: (part) => attempt(() => decoder.decode(part, { stream: true })),
    end() {
      attempt(() => decoder.decode());
      return isValid;
    },
  };
}

async function finish(query: Query, id: string, arrived: Arrived | 'too-large'): Promise<Stored> {
  if (arrived === 'too-large') return { kind: 'refused', why: '文件超过 512 MB，请按日期拆开' };
  if (arrived.sizeBytes === 0) return { kind: 'refused', why: '文件是空的' };
  if (arrived.encoding === null) return { kind: 'refused', why: '文件不是 UTF-8 或 GB18030 编码的文本' };
  const known = await knownFile(query, arrived.sha256);
  if (known !== null) return { kind: 'known', id: known };
  try {
    await query(`update issue_files set state = 'waiting', sha256 = $2, encoding = $3, size_bytes = $4 where id = $1`, [
      id,
      arrived.sha256,
      arrived.encoding,
      arrived.sizeBytes,
    ]);
  } catch (error) {
    // The same file came twice at once; the other one was first.
    const other = await knownFile(query, arrived.sha256);
    if (other === null) throw error;
    return { kind: 'known', id: other };
  }
  return { kind: 'stored', id };
}

export async function knownFile(query: Query, sha256: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    `select id from issue_files where sha256 = $1 and state in ('waiting', 'imported')`,
    [sha256],
  );
  return row?.id ?? null;
}

async function forgetHalfCome(query: Query, nowMs: number): Promise<void> {
  const rows = await query<{ id: string }>(`select id from issue_files where state = 'arriving' and arrived_at < $1`, [
    new Date(nowMs - ARRIVES_WITHIN_MS),
  ]);
  if (rows.length > 0) {
    await forget(
      query,
      rows.map(({ id }) => id),
    );
  }
}

async function forget(query: Query, ids: readonly string[]): Promise<void> {
  await query('delete from issue_file_parts where file_id = any($1::uuid[])', [ids]);
  await query(`delete from issue_files where id = any($1::uuid[]) and state = 'arriving'`, [ids]);
}

/** The text of a stored file, piece by piece, without its mark. */
export async function* textOfFile(query: Query, id: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let part = 1; ; part++) {
    const [row] = await query<{ bytes: Buffer }>(
      'select bytes from issue_file_parts where file_id = $1 and part = $2',
      [id, part],
    );
    if (!row) break;
    yield decoder.decode(row.bytes, { stream: true });
  }
  yield decoder.decode();
}

export interface WaitingFile {
  readonly id: string;
  readonly day: string;
  readonly encoding: string;
}

/** Takes the file that has waited longest; for one server only, until the lease ends. */
export async function leaseFile(query: Query, nowMs: number, leaseMs: number): Promise<WaitingFile | null> {
  const rows = await query<WaitingFile>(
    `update issue_files set lease_until = $2
     where id = (select id from issue_files where state = 'waiting' and (lease_until is null or lease_until < $1)
                 order by arrived_at, id limit 1)
       and state = 'waiting' and (lease_until is null or lease_until < $1)
     returning id, day, encoding`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0] ?? null;
}

export interface BadRow {
  readonly line: number;
  readonly why: string;
}

export interface FileOutcome {
  readonly state: 'imported' | 'refused';
  readonly problem: string | null;
  readonly rowCount: number;
  readonly badCount: number;
  readonly badRows: readonly BadRow[];
}

/** Writes what came of a file; its bytes are not needed any more. */
export async function finishFile(query: Query, id: string, outcome: FileOutcome, nowMs: number): Promise<void> {
  await query(
    `update issue_files set state = $2, problem = $3, row_count = $4, bad_count = $5, bad_rows = $6, finished_at = $7,
       lease_until = null
     where id = $1`,
    [
      id,
      outcome.state,
      outcome.problem,
      outcome.rowCount,
      outcome.badCount,
      JSON.stringify(outcome.badRows),
      new Date(nowMs),
    ],
  );
  await query('delete from issue_file_parts where file_id = $1', [id]);
}

export interface StoredFile {
  id: string;
  day: string;
  given_by: string;
  state: 'arriving' | 'waiting' | 'imported' | 'refused';
  sha256: string | null;
  encoding: string | null;
  size_bytes: number | null;
  row_count: number;
  bad_count: number;
  problem: string | null;
  arrived_at: number;
  finished_at: number | null;
  /** A server is reading it, or has. */
  is_taken: boolean;
}

const COLUMNS = `id, day, given_by, state, sha256, encoding, size_bytes::double precision as size_bytes, row_count,
  bad_count, problem, arrived_at, finished_at,
  lease_until is not null or state <> 'waiting' as is_taken`;

export async function issueFileById(query: Query, id: string): Promise<(StoredFile & { bad_rows: BadRow[] }) | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const rows = await query<StoredFile & { bad_rows: BadRow[] }>(
    `select ${COLUMNS}, bad_rows from issue_files where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
