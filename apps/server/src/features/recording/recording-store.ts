import { hash } from 'node:crypto';
import { bigints, booleans, byteas, integers, moments, smallints, texts } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { WriteKind } from '../../db/group-commit.ts';
import type { WrappedKeys } from './recording-keys.ts';
import type { ChunkPlace } from './segments/segment-writer.ts';

/** Where a recording's rows lie. */
export function shardOfTrace(trace: string): number {
  return hash('sha256', trace, 'buffer')[0] as number;
}

export interface RecordingRow {
  readonly shard: number;
  readonly trace: string;
  readonly created_at: number;
  readonly last_received_at: number;
  readonly session_hash: Buffer | null;
  readonly user_id: bigint | null;
  readonly user_shard: number | null;
  readonly holder: Buffer | null;
  readonly product: string | null;
  readonly kek: string;
  readonly keys_wrapped: Buffer | null;
  readonly batches: number;
  readonly sealed: number;
  /** Made by the server for an order that no page was recorded for: what became of it is all there is. */
  readonly unrecorded: boolean;
}

export const RECORDING_COLUMNS = `shard, trace, created_at, last_received_at, session_hash, user_id, user_shard, holder,
  product, kek, keys_wrapped, batches, sealed, unrecorded`;

export interface Claimant {
  readonly sessionHash: Buffer | null;
  readonly user: { readonly id: bigint; readonly shard: number; readonly holder: Buffer } | null;
}

export interface NewRecording {
  readonly trace: string;
  readonly at: Date;
  readonly product: string | null;
  readonly keys: WrappedKeys;
  readonly claimant: Claimant;
  readonly unrecorded: boolean;
}

const BY_SHARD = { groupOf: (item: { trace: string }) => shardOfTrace(item.trace) };

/** Makes the recording unless it is there; whoever is second finds the first one's keys and owner. */
export async function makeRecording(query: Query, made: NewRecording): Promise<RecordingRow> {
  const [row] = await putRecordings(query, [made]);
  return row as RecordingRow;
}

const MAKE = `
insert into recordings (shard, trace, created_at, last_received_at, session_hash, user_id, user_shard, holder, product, kek,
  keys_wrapped, unrecorded)
select shard, trace, at, at, session_hash, nullif(user_id, 0), nullif(user_shard, -1), holder, product, kek, keys_wrapped,
  unrecorded
from unnest($1::smallint[], $2::text[], $3::timestamptz[], $4::bytea[], $5::bigint[], $6::smallint[], $7::bytea[], $8::text[],
  $9::text[], $10::bytea[], $11::boolean[])
  as g(shard, trace, at, session_hash, user_id, user_shard, holder, product, kek, keys_wrapped, unrecorded)
on conflict (shard, trace) do nothing returning ${RECORDING_COLUMNS}`;

async function putRecordings(query: Query, made: readonly NewRecording[]): Promise<RecordingRow[]> {
  const put = await query<RecordingRow>(MAKE, [
    smallints(made.map(({ trace }) => shardOfTrace(trace))),
    texts(made.map(({ trace }) => trace)),
    moments(made.map(({ at }) => at)),
    byteas(made.map(({ claimant }) => claimant.sessionHash)),
    bigints(made.map(({ claimant }) => claimant.user?.id ?? 0n)),
    smallints(made.map(({ claimant }) => claimant.user?.shard ?? -1)),
    byteas(made.map(({ claimant }) => claimant.user?.holder)),
    texts(made.map(({ product }) => product)),
    texts(made.map(({ keys }) => keys.kek)),
    byteas(made.map(({ keys }) => keys.wrapped)),
    booleans(made.map(({ unrecorded }) => unrecorded)),
  ]);
  const byTrace = new Map(put.map((row) => [row.trace, row]));
  const rows: RecordingRow[] = [];
  for (const { trace } of made) {
    rows.push(byTrace.get(trace) ?? ((await recordingByTrace(query, trace)) as RecordingRow));
  }
  return rows;
}

/** The same for many at once. */
export function makeRecordings(groupByShard: boolean): WriteKind<NewRecording, RecordingRow> {
  return { name: 'make-recordings', ...(groupByShard ? BY_SHARD : {}), flush: putRecordings };
}

export async function recordingByTrace(query: Query, trace: string): Promise<RecordingRow | null> {
  const [row] = await recordingsByTrace(query, [trace]);
  return row ?? null;
}

export function recordingsByTrace(query: Query, traces: readonly string[]): Promise<RecordingRow[]> {
  return query<RecordingRow>(
    `select ${RECORDING_COLUMNS} from recordings join unnest($1::smallint[], $2::text[]) as given(shard, trace)
     using (shard, trace)`,
    [smallints(traces.map(shardOfTrace)), texts(traces)],
  );
}

/** Becomes the owner of what nobody with an account owns; answers the recording as it is then. */
export async function claimRecording(query: Query, trace: string, claimant: Claimant): Promise<RecordingRow | null> {
  const { user, sessionHash } = claimant;
  const [row] = await query<RecordingRow>(
    `update recordings set session_hash = coalesce($3, session_hash), user_id = $4, user_shard = $5, holder = $6
     where shard = $1 and trace = $2 and user_id is null and ($4::bigint is not null or session_hash is null)
     returning ${RECORDING_COLUMNS}`,
    [shardOfTrace(trace), trace, sessionHash, user?.id ?? null, user?.shard ?? null, user?.holder ?? null],
  );
  return row ?? recordingByTrace(query, trace);
}

/** What is looked at before a batch is taken. */
export interface Look {
  readonly trace: string;
  readonly tab: string;
  /** Null: the tab counts for itself, and its last number is wanted. */
  readonly seq: number | null;
  /** Everything up to here is known to be there. */
  readonly known: number;
  readonly dataSha256: Buffer;
}

export interface StoredBatch {
  readonly seq: number;
  readonly dataSha256: Buffer;
  readonly sha256: Buffer;
  readonly receivedAt: number;
}

export interface Seen {
  readonly recording: RecordingRow | null;
  /** Batches of the tab behind `known`, in order, and whatever came under the number asked for. */
  readonly batches: readonly StoredBatch[];
}

const lookFrom = (shard: string) => `
select g.position, r.session_hash, r.user_id, r.user_shard, r.holder, r.product, r.kek, r.keys_wrapped, r.batches, r.sealed,
  r.created_at, r.last_received_at, r.unrecorded, c.seq, c.standing, c.data_sha256, c.sha256, c.received_at
from unnest($1::smallint[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::bytea[])
  with ordinality as g(shard, trace, tab, seq, known, data_sha256, position)
left join lateral (
  select session_hash, user_id, user_shard, holder, product, kek, keys_wrapped, batches, sealed, created_at,
    last_received_at, unrecorded
  from recordings where shard = ${shard} and trace = g.trace
) r on true
left join lateral (
  (select seq, standing, data_sha256, sha256, received_at from recording_chunks
   where shard = ${shard} and trace = g.trace and tab = g.tab and standing = 0 and seq = g.seq)
  union
  (select seq, standing, data_sha256, sha256, received_at from recording_chunks
   where shard = ${shard} and trace = g.trace and tab = g.tab and standing > 0 and seq = g.seq
     and data_sha256 = g.data_sha256)
  union
  (select seq, standing, data_sha256, sha256, received_at from recording_chunks
   where shard = ${shard} and trace = g.trace and tab = g.tab and standing = 0 and g.seq >= 0 and seq > g.known
   order by seq limit 200)
  union
  (select seq, standing, data_sha256, sha256, received_at from recording_chunks
   where shard = ${shard} and trace = g.trace and tab = g.tab and standing = 0 and g.seq < 0
     and data_sha256 = g.data_sha256)
  union
  (select seq, standing, data_sha256, sha256, received_at from recording_chunks
   where shard = ${shard} and trace = g.trace and tab = g.tab and standing = 0 and g.seq < 0
   order by seq desc limit 1)
) c on true
order by g.position, c.seq, c.standing`;
const LOOK = lookFrom('g.shard');
/** All of one shard, which a distributed engine has to be told. */
const LOOK_IN_SHARD = lookFrom('$7');

interface LookRow extends RecordingRow {
  readonly position: bigint;
  readonly seq: number | null;
  readonly data_sha256: Buffer;
  readonly sha256: Buffer;
  readonly received_at: number;
}

/** Whether the recording and the batch are there already: one read for many batches. */
export function lookAtBatches(groupByShard: boolean): WriteKind<Look, Seen> {
  return {
    name: 'look-at-batches',
    ...(groupByShard ? BY_SHARD : {}),
    async flush(query, looks) {
      const shards = looks.map(({ trace }) => shardOfTrace(trace));
      const columns = [
        smallints(shards),
        texts(looks.map(({ trace }) => trace)),
        texts(looks.map(({ tab }) => tab)),
        integers(looks.map(({ seq }) => seq ?? -1)),
        integers(looks.map(({ known }) => known)),
        byteas(looks.map(({ dataSha256 }) => dataSha256)),
      ];
      const rows = groupByShard
        ? await query<LookRow>(LOOK_IN_SHARD, [...columns, shards[0]])
        : await query<LookRow>(LOOK, columns);
      const found = looks.map((): { recording: RecordingRow | null; batches: StoredBatch[] } => ({
        recording: null,
        batches: [],
      }));
      for (const row of rows) {
        const index = Number(row.position) - 1;
        const seen = found[index] as (typeof found)[number];
        const { trace } = looks[index] as Look;
        if (row.kek !== null) seen.recording = { ...row, shard: shardOfTrace(trace), trace };
        if (row.seq === null) continue;
        seen.batches.push({
          seq: row.seq,
          dataSha256: row.data_sha256,
          sha256: row.sha256,
          receivedAt: row.received_at,
        });
      }
      return found;
    },
  };
}

export interface NewChunk {
  readonly trace: string;
  readonly sha256: Buffer;
  readonly kind: 'client' | 'server';
  readonly tab: string;
  readonly seq: number;
  readonly dataSha256: Buffer;
  readonly receivedAt: number;
  readonly events: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly flags: readonly string[];
  readonly place: ChunkPlace;
}

const given = (further: string) => `
with given as (
  select * from unnest($1::smallint[], $2::text[], $3::bytea[], $4::text[], $5::text[], $6::integer[], $7::bytea[],
    $8::timestamptz[], $9::integer[], $10::bigint[], $11::bigint[], $12::text[], $13::text[], $14::integer[],
    $15::integer[], $16::integer[])
    as g(shard, trace, sha256, kind, tab, seq, data_sha256, received_at, events, first_at, last_at, flags, segment, frame,
      position, length)
)${further}, put as (
  insert into recording_chunks (shard, trace, sha256, kind, tab, seq, standing, data_sha256, received_at, events, first_at,
    last_at, flags, segment, frame, position, length)
  select g.shard, g.trace, g.sha256, g.kind, g.tab, g.seq, `;

const put = (from: string) => `, g.data_sha256, g.received_at, g.events, g.first_at, g.last_at,
    string_to_array(g.flags, ' '), g.segment, g.frame, g.position, g.length
  from ${from}
  on conflict do nothing
  returning shard, trace, sha256, kind, received_at
), seen as (
  update recordings r set last_received_at = greatest(r.last_received_at, p.last_at), batches = r.batches + p.batches
  from (
    select shard, trace, max(received_at) as last_at, count(*) filter (where kind = 'client') as batches
    from put group by shard, trace
  ) p
  where r.shard = p.shard and r.trace = p.trace
)
select sha256 from put`;

const PUT_FIRST = `${given('')}0${put('given g')}`;
/** Its number was taken a moment ago, by the same data or by other. */
const PUT_BESIDE = `${given(`, taken as materialized (
  select c.trace, c.tab, c.seq, c.data_sha256 from given g
  join recording_chunks c on c.shard = g.shard and c.trace = g.trace and c.tab = g.tab and c.seq = g.seq and c.standing = 0
)`)}case when t.data_sha256 = g.data_sha256 then 2 else 1 end${put(
  'given g join taken t on t.trace = g.trace and t.tab = g.tab and t.seq = g.seq',
)}`;

/** Puts chunks that are on the disk into the index; answers of each whether its number was free. Safe to repeat. */
export function indexChunks(groupByShard: boolean): WriteKind<NewChunk, boolean> {
  return {
    name: 'index-chunks',
    ...(groupByShard ? BY_SHARD : {}),
    async flush(query, chunks) {
      const sorted = chunks.toSorted((a, b) => (a.trace < b.trace ? -1 : a.trace > b.trace ? 1 : 0));
      const put = await query<{ sha256: Buffer }>(PUT_FIRST, columnsOf(sorted));
      if (put.length === sorted.length) return chunks.map(() => true);
      const first = new Set(put.map(({ sha256 }) => sha256.toString('hex')));
      const isFirst = ({ sha256 }: NewChunk) => first.has(sha256.toString('hex'));
      await query(PUT_BESIDE, columnsOf(sorted.filter((chunk) => !isFirst(chunk))));
      return chunks.map(isFirst);
    },
  };
}

function columnsOf(chunks: readonly NewChunk[]): unknown[] {
  return [
    smallints(chunks.map(({ trace }) => shardOfTrace(trace))),
    texts(chunks.map(({ trace }) => trace)),
    byteas(chunks.map(({ sha256 }) => sha256)),
    texts(chunks.map(({ kind }) => kind)),
    texts(chunks.map(({ tab }) => tab)),
    integers(chunks.map(({ seq }) => seq)),
    byteas(chunks.map(({ dataSha256 }) => dataSha256)),
    moments(chunks.map(({ receivedAt }) => new Date(receivedAt))),
    integers(chunks.map(({ events }) => events)),
    bigints(chunks.map(({ firstAt }) => BigInt(firstAt))),
    bigints(chunks.map(({ lastAt }) => BigInt(lastAt))),
    texts(chunks.map(({ flags }) => flags.join(' '))),
    texts(chunks.map(({ place }) => place.segment)),
    integers(chunks.map(({ place }) => place.frame)),
    integers(chunks.map(({ place }) => place.position)),
    integers(chunks.map(({ place }) => place.length)),
  ];
}

/** Nobody can read anything of the recording any more, whatever copies of its chunks there are. Whose it was is forgotten. */
export async function destroyKeys(query: Query, trace: string): Promise<void> {
  await query(
    `update recordings set keys_wrapped = null, session_hash = null, user_id = null, user_shard = null, holder = null
     where shard = $1 and trace = $2`,
    [shardOfTrace(trace), trace],
  );
}
