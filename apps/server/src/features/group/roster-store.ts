import type { Core } from '../../core.ts';
import { bigints, byteas, integers, moments, smallints, texts } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import type { GroupRow } from './group-store.ts';
import type { PersonRow } from './people-store.ts';
import { PERSON_COLUMNS } from './people-store.ts';

type Of = Pick<GroupRow, 'shard' | 'id'>;

export interface FileRow {
  shard: number;
  id: bigint;
  group_id: bigint;
  name_sealed: Buffer;
  state: 'waiting' | 'done' | 'refused';
  problem: string | null;
  rows_read: number;
  rows_good: number;
  rows_bad: number;
  given_by: string;
  given_at: number;
}

const FILE_COLUMNS = `shard, id, group_id, name_sealed, state, problem, rows_read, rows_good, rows_bad, given_by, given_at`;
const CHUNK_BYTES = 512 * 1024;
const chunkOf = (id: bigint, seq: number): string => `group-file ${id} ${seq}`;

/** Keeps a list that was handed in until it is read. The caller holds the group. */
export async function storeFile(
  core: Pick<Core, 'vault'>,
  query: Query,
  group: Of,
  file: {
    readonly id: bigint;
    readonly name: string;
    readonly bytes: Buffer;
    readonly by: string;
    readonly nowMs: number;
  },
): Promise<void> {
  // One that was not begun yet would only be replaced.
  await query(
    `with gone as (delete from group_files where shard = $1 and group_id = $2 and state = 'waiting' returning id)
     delete from group_file_chunks c using gone where c.shard = $1 and c.file_id = gone.id`,
    [group.shard, group.id],
  );
  await query(
    `insert into group_files (shard, id, group_id, name_sealed, state, given_by, given_at)
     values ($1, $2, $3, $4, 'waiting', $5, $6)`,
    [group.shard, file.id, group.id, core.vault.seal('group-file-name', file.name), file.by, new Date(file.nowMs)],
  );
  for (let seq = 0; seq * CHUNK_BYTES < file.bytes.length; seq++) {
    const piece = file.bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES);
    await query('insert into group_file_chunks (shard, file_id, seq, sealed) values ($1, $2, $3, $4)', [
      group.shard,
      file.id,
      seq,
      core.vault.sealBytes(chunkOf(file.id, seq), piece),
    ]);
  }
}

export async function newestFile(query: Query, group: Of): Promise<FileRow | null> {
  const [row] = await query<FileRow>(
    `select ${FILE_COLUMNS} from group_files where shard = $1 and group_id = $2 order by id desc limit 1`,
    [group.shard, group.id],
  );
  return row ?? null;
}

export function fileName(core: Pick<Core, 'vault'>, file: Pick<FileRow, 'name_sealed'>): string {
  return core.vault.open('group-file-name', file.name_sealed);
}

/** Takes one list that waits; for one server only, until the lease ends. */
export async function leaseFile(query: Query, nowMs: number, leaseMs: number): Promise<FileRow | null> {
  const [row] = await query<FileRow>(
    `with due as materialized (
       select shard, id from group_files where state = 'waiting' and (lease_until is null or lease_until < $1)
       order by id limit 1
     )
     update group_files set lease_until = $2
     where ${amongDue(`state = 'waiting' and (lease_until is null or lease_until < $1)`)}
     returning ${FILE_COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return row ?? null;
}

export async function bytesOfFile(core: Pick<Core, 'vault'>, query: Query, file: FileRow): Promise<Buffer> {
  const rows = await query<{ seq: number; sealed: Buffer }>(
    'select seq, sealed from group_file_chunks where shard = $1 and file_id = $2 order by seq',
    [file.shard, file.id],
  );
  return Buffer.concat(rows.map(({ seq, sealed }) => core.vault.openBytes(chunkOf(file.id, seq), sealed)));
}

/** How far the reading is, for whoever waits; the lease goes on. False where another list has replaced this one. */
export async function noteReading(
  query: Query,
  file: FileRow,
  rows: { readonly read: number; readonly good: number; readonly bad: number },
  leaseUntilMs: number,
): Promise<boolean> {
  const found = await query(
    `update group_files set rows_read = $3, rows_good = $4, rows_bad = $5, lease_until = $6
     where shard = $1 and id = $2 and state = 'waiting' returning 1 as noted`,
    [file.shard, file.id, rows.read, rows.good, rows.bad, new Date(leaseUntilMs)],
  );
  return found.length === 1;
}

export async function stillWaits(query: Query, file: FileRow): Promise<boolean> {
  const found = await query(`select 1 from group_files where shard = $1 and id = $2 and state = 'waiting' for update`, [
    file.shard,
    file.id,
  ]);
  return found.length === 1;
}

/** The list is read; its content is not needed any more. */
export async function finishFile(
  query: Query,
  file: FileRow,
  outcome: { readonly state: 'done' | 'refused'; readonly problem: string | null },
  nowMs: number,
): Promise<void> {
  await query(
    `with chunks as (delete from group_file_chunks where shard = $1 and file_id = $2)
     update group_files set state = $3, problem = $4, finished_at = $5, lease_until = null where shard = $1 and id = $2`,
    [file.shard, file.id, outcome.state, outcome.problem, new Date(nowMs)],
  );
}

export interface RowProblem {
  readonly line: number;
  readonly nameMasked: string;
  readonly idMasked: string;
  readonly problem: string;
  readonly fix: string;
}

export async function keepProblems(query: Query, file: FileRow, problems: readonly RowProblem[]): Promise<void> {
  if (problems.length === 0) return;
  await query(
    `insert into group_row_problems (shard, group_id, file_id, line, name_masked, id_masked, problem, fix)
     select $1, $2, $3, g.* from unnest($4::integer[], $5::text[], $6::text[], $7::text[], $8::text[]) as g
     on conflict (shard, group_id, line) do update set file_id = excluded.file_id, name_masked = excluded.name_masked,
       id_masked = excluded.id_masked, problem = excluded.problem, fix = excluded.fix`,
    [
      file.shard,
      file.group_id,
      file.id,
      integers(problems.map(({ line }) => line)),
      texts(problems.map(({ nameMasked }) => nameMasked)),
      texts(problems.map(({ idMasked }) => idMasked)),
      texts(problems.map(({ problem }) => problem)),
      texts(problems.map(({ fix }) => fix)),
    ],
  );
}

export async function problemsOfGroup(
  query: Query,
  group: Of,
  limit: number,
): Promise<{ line: number; name_masked: string; id_masked: string; problem: string; fix: string }[]> {
  return query(
    `select line, name_masked, id_masked, problem, fix from group_row_problems where shard = $1 and group_id = $2
     order by line limit $3`,
    [group.shard, group.id, limit],
  );
}

/** Which of these people are covered by this edition, by whatever policy. */
export async function coveredPeople(
  query: Query,
  editionCode: string,
  indexes: readonly Buffer[],
): Promise<Set<string>> {
  const rows = await query<{ person_index: Buffer }>(
    `select person_index from person_claims where edition_code = $1 and person_index = any($2::bytea[])
       and expires_at = 'infinity'`,
    [editionCode, indexes],
  );
  return new Set(rows.map((row) => row.person_index.toString('hex')));
}

/** People of the group who are in it already, by their index; those who left do not count. */
export async function knownPeople(query: Query, group: Of, indexes: readonly Buffer[]): Promise<PersonRow[]> {
  return query<PersonRow>(
    `select ${PERSON_COLUMNS} from group_people
     where shard = $1 and group_id = $2 and person_index = any($3::bytea[]) and status not in ('dropped', 'removed')`,
    [group.shard, group.id, indexes],
  );
}

export interface ListedPerson {
  readonly id: bigint;
  readonly line: number;
  readonly personIndex: Buffer;
  readonly detailsSealed: Buffer;
  readonly regionCode: string | null;
  /** Who is in the group already and whose answer stands, because nothing they agreed to has changed. */
  readonly sameAs: bigint | null;
}

const LIST_PEOPLE = `
insert into group_people as kept (shard, id, group_id, file_id, line, person_index, details_sealed, region_code,
  status, created_at)
select g.shard, g.id, $2::bigint, $1::bigint, g.line, g.person_index, g.details_sealed, g.region_code, 'waiting', g.at
from unnest($3::smallint[], $4::bigint[], $5::integer[], $6::bytea[], $7::bytea[], $8::text[], $9::timestamptz[])
  as g(shard, id, line, person_index, details_sealed, region_code, at)
on conflict (shard, group_id, person_index) where status not in ('dropped', 'removed') do update
set file_id = excluded.file_id, line = excluded.line`;

const ASKED_AGAIN = `,
  details_sealed = case when kept.status in ('waiting', 'confirmed', 'declined')
    then excluded.details_sealed else kept.details_sealed end,
  region_code = case when kept.status in ('waiting', 'confirmed', 'declined')
    then excluded.region_code else kept.region_code end,
  invited_at = case when kept.status not in ('waiting', 'confirmed', 'declined') then kept.invited_at end,
  agreed_documents = case when kept.status not in ('confirmed', 'declined') then kept.agreed_documents end,
  status = case when kept.status in ('confirmed', 'declined') then 'waiting' else kept.status end`;

/**
 * Puts people of a list into the group. Who is in it keeps their answer where nothing changed, and is asked again where
 * something did; who is on a bill or insured stays as they are.
 */
export async function listPeople(
  query: Query,
  file: FileRow,
  people: readonly ListedPerson[],
  nowMs: number,
): Promise<void> {
  // What was agreed to stands for some of them, so that a conflict means two things.
  for (const [some, differs] of [
    [people.filter(({ sameAs }) => sameAs !== null), ''],
    [people.filter(({ sameAs }) => sameAs === null), ASKED_AGAIN],
  ] as const) {
    if (some.length === 0) continue;
    await query(`${LIST_PEOPLE}${differs}`, [
      file.id,
      file.group_id,
      smallints(some.map(() => file.shard)),
      bigints(some.map(({ id }) => id)),
      integers(some.map(({ line }) => line)),
      byteas(some.map(({ personIndex }) => personIndex)),
      byteas(some.map(({ detailsSealed }) => detailsSealed)),
      texts(some.map(({ regionCode }) => regionCode)),
      moments(some.map(() => new Date(nowMs))),
    ]);
  }
}

/**
 * The list counts from now on: who is not in it and neither on a bill nor insured is taken out, so are the problems of
 * former lists, and who was not asked yet is asked.
 */
export async function replaceFormer(query: Query, file: FileRow, nowMs: number): Promise<void> {
  await query(
    `update group_people set invite_due_at = $4 where shard = $1 and group_id = $2 and file_id = $3
       and status = 'waiting' and invited_at is null`,
    [file.shard, file.group_id, file.id, new Date(nowMs)],
  );
  await query(
    `delete from group_people where shard = $1 and group_id = $2 and file_id <> $3
       and status in ('waiting', 'confirmed', 'declined')`,
    [file.shard, file.group_id, file.id],
  );
  await query('delete from group_row_problems where shard = $1 and group_id = $2 and file_id <> $3', [
    file.shard,
    file.group_id,
    file.id,
  ]);
}
