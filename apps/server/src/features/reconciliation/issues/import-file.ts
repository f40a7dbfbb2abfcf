import { type IssueRow, issueColumns, issueRow } from '@huimin/domain/reconciliation';
import { CsvProblem, csvReader } from '@huimin/domain/sheet';
import type { Query } from '../../../db/database.ts';
import { orderIdOf, shardOfOrder } from '../../../security/order-ids.ts';
import { raiseAlert } from '../../payment/index.ts';
import { wantEditions } from './edition-store.ts';
import { type BadRow, type FileOutcome, finishFile, leaseFile, textOfFile, type WaitingFile } from './file-store.ts';
import type { IssueDependencies } from './issue-deps.ts';

/** Longer than a million lines take. */
const LEASE_MS = 15 * 60_000;
const ROWS_PER_STATEMENT = 1_000;
/** More are counted only. */
const BAD_ROWS_KEPT = 1_000;
/** One file is read at a time, whichever server has it: two would lock the same policies in different orders. */
const READING_LOCK = 7_120_020;

/** Reads one file that waits. Returns 1 when there was one. */
export async function importDueFile(deps: IssueDependencies): Promise<number> {
  const file = await leaseFile(deps.database.query, deps.clock.now(), LEASE_MS);
  if (!file) return 0;
  const outcome = await deps.database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [READING_LOCK]);
    const [waits] = await query(`select 1 from issue_files where id = $1 and state = 'waiting'`, [file.id]);
    return waits ? importFile(deps, query, file) : null;
  });
  if (outcome) await tell(deps, file, outcome);
  return 1;
}

async function importFile(deps: IssueDependencies, query: Query, file: WaitingFile): Promise<FileOutcome> {
  const reading = newReading(deps, query, file);
  await query('savepoint before_rows');
  let problem: string | null = null;
  try {
    for await (const text of textOfFile(query, file.id, file.encoding)) await reading.take(text);
    problem = await reading.end();
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    problem = error.message;
  }
  // What was taken of a file that turns out to be none goes back.
  if (problem !== null) await query('rollback to savepoint before_rows');
  const outcome: FileOutcome = { ...reading.counts(), state: problem === null ? 'imported' : 'refused', problem };
  const nowMs = deps.clock.now();
  if (problem === null) await wantEditions(query, reading.editions(), file.day, nowMs);
  await finishFile(query, file.id, outcome, nowMs);
  return outcome;
}

export interface Placed extends IssueRow {
  readonly line: number;
}

function newReading(deps: IssueDependencies, query: Query, file: WaitingFile) {
  const reader = csvReader();
  const editions = new Set<string>();
  const badRows: BadRow[] = [];
  let columns: Exclude<ReturnType<typeof issueColumns>, string> | null = null;
  let held: Placed[] = [];
  let rowCount = 0;
  let badCount = 0;
  const isEdition = (code: string): boolean => code !== '' && deps.editions.edition(code) !== null;

  function refuse(line: number, why: string): void {
    badCount += 1;
    if (badRows.length < BAD_ROWS_KEPT) badRows.push({ line, why });
  }

  async function flush(): Promise<void> {
    if (held.length === 0) return;
    const taken = await writeRows(deps, query, file, held);
    for (const row of held) {
      if (taken.has(row.line)) editions.add(row.editionCode);
      else refuse(row.line, '同一张保单在文件里有两行，只算第一行');
    }
    rowCount += taken.size;
    held = [];
  }

  async function take(rows: ReturnType<typeof reader.push>): Promise<void> {
    for (const { line, cells } of rows) {
      if (columns === null) {
        const read = issueColumns(cells);
        if (typeof read === 'string') throw new CsvProblem(read);
        columns = read;
        continue;
      }
      const row = issueRow(cells, columns, isEdition);
      if (typeof row === 'string') refuse(line, row);
      else if (held.push({ ...row, line }) >= ROWS_PER_STATEMENT) await flush();
    }
  }

  return {
    take: (text: string) => take(reader.push(text)),
    async end(): Promise<string | null> {
      await take(reader.end());
      await flush();
      if (columns === null) throw new CsvProblem('文件是空的');
      return rowCount === 0 ? '没有一行能读' : null;
    },
    editions: () => [...editions],
    counts: () => ({ rowCount, badCount, badRows: [...badRows].sort((a, b) => a.line - b.line) }),
  };
}

/** Which lines tell of a policy that no other line of this file has told of. */
const KNOWN = `
select t.policy_no, t.file_id = $3 as is_here
from unnest($1::smallint[], $2::text[]) as g(shard, policy_no)
join insurer_policies t on t.shard = g.shard and t.policy_no = g.policy_no`;

/** What a later day's file said stands, in whatever order the files come. */
const UPSERT = `
insert into insurer_policies as t (shard, policy_no, policy_id, edition_code, issued_on, premium_fen, state, shares, day,
  file_id, line)
select shard, policy_no, policy_id, edition_code, issued_on, premium_fen, state, shares, $1, $2, line
from unnest($3::smallint[], $4::text[], $5::bigint[], $6::text[], $7::date[], $8::integer[], $9::text[], $10::jsonb[],
  $11::integer[])
  as g(shard, policy_no, policy_id, edition_code, issued_on, premium_fen, state, shares, line)
on conflict (shard, policy_no) do update set policy_id = excluded.policy_id, edition_code = excluded.edition_code,
  issued_on = excluded.issued_on, premium_fen = excluded.premium_fen, state = excluded.state, shares = excluded.shares,
  day = excluded.day, file_id = excluded.file_id, line = excluded.line
where t.day <= excluded.day`;

/** Where what is told of a policy lies; of one that is none of ours, with all such. */
export const shardOfPolicy = (policyId: bigint | null): number =>
  policyId === null ? 0 : shardOfOrder(orderIdOf(policyId));

/** Answers the lines that counted. */
export async function writeRows(
  { numbers }: Pick<IssueDependencies, 'numbers'>,
  query: Query,
  { id, day }: Pick<WaitingFile, 'id' | 'day'>,
  rows: readonly Placed[],
): Promise<Set<number>> {
  const ids = rows.map((row) => numbers.policyId(row.policyNo));
  const shards = ids.map(shardOfPolicy);
  const known = await query<{ policy_no: string; is_here: boolean }>(KNOWN, [
    shards,
    rows.map((row) => row.policyNo),
    id,
  ]);
  const seen = new Set(known.filter((row) => row.is_here).map((row) => row.policy_no));
  const kept = rows.flatMap((row, index) => {
    if (seen.has(row.policyNo)) return [];
    seen.add(row.policyNo);
    return [{ ...row, policyId: ids[index] ?? null, shard: shards[index] ?? 0 }];
  });
  await query(UPSERT, [
    day,
    id,
    kept.map((row) => row.shard),
    kept.map((row) => row.policyNo),
    kept.map((row) => row.policyId),
    kept.map((row) => row.editionCode),
    kept.map((row) => row.issuedOn),
    kept.map((row) => row.premiumFen),
    kept.map((row) => row.state),
    kept.map((row) => JSON.stringify(row.shares)),
    kept.map((row) => row.line),
  ]);
  return new Set(kept.map((row) => row.line));
}

async function tell(deps: IssueDependencies, { id, day }: WaitingFile, outcome: FileOutcome): Promise<void> {
  const { state, rowCount, badCount } = outcome;
  deps.log.info({ file: id, day, state, rows: rowCount, bad: badCount }, 'issue file read');
  if (state === 'imported' && badCount === 0) return;
  await raiseAlert(
    deps.database.query,
    {
      kind: 'issue-file-refused',
      subject: id,
      orderId: null,
      shard: null,
      details: { file: id, day, state, rows: rowCount, bad: badCount },
    },
    deps.clock.now(),
  );
}
