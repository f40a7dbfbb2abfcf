import type { Query } from '../../../db/database.ts';
import { wantEditions } from './edition-store.ts';
import { knownFile } from './file-store.ts';
import { type Placed, shardOfPolicy, writeRows } from './import-file.ts';
import type { IssueDependencies } from './issue-deps.ts';

interface GivenFile {
  readonly day: string;
  readonly by: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** A file whose rows were read and agreed to elsewhere, and are taken some at a time. Null where it is known. */
export async function beginIssueFile(query: Query, file: GivenFile, nowMs: number): Promise<string | null> {
  if ((await knownFile(query, file.sha256)) !== null) return null;
  const [row] = await query<{ id: string }>(
    `insert into issue_files (day, given_by, state, sha256, size_bytes, arrived_at, finished_at)
     values ($1, $2, 'imported', $3, $4, $5, $5) returning id`,
    [file.day, file.by, file.sha256, file.sizeBytes, new Date(nowMs)],
  );
  return row?.id ?? null;
}

export const isKnownIssueFile = async (query: Query, sha256: string): Promise<boolean> =>
  (await knownFile(query, sha256)) !== null;

/** Rows of such a file count; their editions are compared again. */
export async function takeIssueRows(
  deps: Pick<IssueDependencies, 'numbers'>,
  query: Query,
  file: { readonly id: string; readonly day: string },
  rows: readonly Placed[],
  nowMs: number,
): Promise<void> {
  const taken = await writeRows(deps, query, file, rows);
  await query('update issue_files set row_count = row_count + $2 where id = $1', [file.id, taken.size]);
  await wantEditions(query, [...new Set(rows.map(({ editionCode }) => editionCode))], file.day, nowMs);
}

/** Of which day the file was that last told of each of these policies. */
export async function daysToldOf(
  { numbers }: Pick<IssueDependencies, 'numbers'>,
  query: Query,
  policyNos: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ policy_no: string; day: string }>(
    `select t.policy_no, t.day from unnest($1::smallint[], $2::text[]) as g(shard, policy_no)
     join insurer_policies t on t.shard = g.shard and t.policy_no = g.policy_no`,
    [policyNos.map((policyNo) => shardOfPolicy(numbers.policyId(policyNo))), policyNos],
  );
  return new Map(rows.map(({ policy_no, day }) => [policy_no, day]));
}
