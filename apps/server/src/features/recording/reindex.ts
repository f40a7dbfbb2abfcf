import { type Damage, isDamage } from '@huimin/evidence/bytes';
import { byteas } from '../../db/binary-array.ts';
import type { Database } from '../../db/database.ts';
import { indexChunks, type NewChunk } from './recording-store.ts';
import { flushSegment } from './segments/flush-segment.ts';
import { type ReadSegment, readSegmentFile, segmentsIn, workersIn } from './segments/read-frames.ts';
import { segmentOpened } from './segments/segment-index.ts';
import { workerFolder } from './segments/segment-writer.ts';

/** What was sealed of a recording, in one file. */
export interface SealedFile {
  readonly file: string;
  readonly shard: number;
  readonly trace: string;
  readonly addendum: number;
  readonly chunks: readonly NewChunk[] | Damage;
}

export interface ReindexReport {
  readonly segments: number;
  /** Sealed objects that were read. */
  readonly objects: number;
  readonly chunks: number;
  /** Chunks on the disk that the index did not know and knows now. */
  readonly added: number;
  /** Chunks of files that are there, which the index names and the files do not hold. */
  readonly missing: number;
  /** Recordings of which chunks are there and keys are not: their content cannot be read. */
  readonly withoutKeys: number;
  readonly damaged: readonly { readonly file: string; readonly damage: Damage }[];
}

export interface ReindexInput {
  readonly folder: string;
  readonly database: Pick<Database, 'query'>;
  readonly groupByShard: boolean;
  /** What is sealed, recording by recording in the order of their addenda: of it the segments may be gone. */
  readonly sealed: AsyncIterable<SealedFile>;
  progress?(done: number, of: number): void;
}

const TOGETHER = 500;

/**
 * Makes the index again from the sealed objects and the segments that are left. Changes no file, and is safe while servers write: what is being
 * written meanwhile they index themselves. Of several chunks under one number the one received first stands.
 */
export async function reindex(input: ReindexInput): Promise<ReindexReport> {
  const { folder, database } = input;
  const names: string[] = [];
  for (const worker of await workersIn(folder)) names.push(...(await segmentsIn(folder, workerFolder(worker))));
  const found: NewChunk[] = [];
  const damaged: { file: string; damage: Damage }[] = [];
  let missing = 0;
  for (const [index, name] of names.entries()) {
    const known = await hashesOf(database, name);
    const read = await readSegmentFile(folder, name);
    if (isDamage(read)) damaged.push({ file: name, damage: read });
    else {
      damaged.push(...read.damaged.map((damage) => ({ file: name, damage })));
      // What is in the index is answered for when it is sent again.
      await flushSegment(folder, name);
      found.push(...read.chunks);
      for (const { sha256 } of read.chunks) known.delete(sha256.toString('hex'));
      await noteSegment(database, read);
    }
    missing += known.size;
    input.progress?.(index + 1, names.length);
  }
  found.sort(
    (a, b) => a.receivedAt - b.receivedAt || compare(a.place.segment, b.place.segment) || a.place.frame - b.place.frame,
  );
  const places = new Map(found.map((chunk) => [chunk.sha256.toString('hex'), chunk.place]));
  const before = await countChunks(database);
  let [objects, sealedChunks] = [0, 0];
  // What was sealed came first, and stands first.
  for await (const { file, chunks, ...object } of input.sealed) {
    if (isDamage(chunks)) {
      damaged.push({ file, damage: chunks });
      continue;
    }
    objects += 1;
    sealedChunks += chunks.filter(({ sha256 }) => !places.has(sha256.toString('hex'))).length;
    const placed = chunks.map((chunk) => ({
      ...chunk,
      place: places.get(chunk.sha256.toString('hex')) ?? chunk.place,
    }));
    await putIn(database, placed, input.groupByShard);
    missing += await noteSealed(database, object, placed);
  }
  await putIn(database, found, input.groupByShard);
  const added = (await countChunks(database)) - before;
  const withoutKeys = await makeRecordingsOf(database);
  return { segments: names.length, objects, chunks: found.length + sealedChunks, added, missing, withoutKeys, damaged };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function hashesOf({ query }: ReindexInput['database'], segment: string): Promise<Set<string>> {
  const rows = await query<{ sha256: Buffer }>('select sha256 from recording_chunks where segment = $1', [segment]);
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}

function noteSegment({ query }: ReindexInput['database'], { segment, openedAt }: ReadSegment): Promise<void> {
  return segmentOpened(query, { segment, openedAt, worker: Number(segment.slice(1, 3)) });
}

async function putIn(
  { query }: ReindexInput['database'],
  chunks: readonly NewChunk[],
  groupByShard: boolean,
): Promise<void> {
  const kind = indexChunks(groupByShard);
  for (let at = 0; at < chunks.length; at += TOGETHER) await kind.flush(query, chunks.slice(at, at + TOGETHER));
}

async function countChunks({ query }: ReindexInput['database']): Promise<number> {
  return (await query<{ n: number }>('select count(*)::integer as n from recording_chunks'))[0]?.n ?? 0;
}

/** Writes down which object holds the chunks; answers how many the index names as its own that it does not hold. */
async function noteSealed(
  { query }: ReindexInput['database'],
  { shard, trace, addendum }: Pick<SealedFile, 'shard' | 'trace' | 'addendum'>,
  chunks: readonly NewChunk[],
): Promise<number> {
  const hashes = byteas(chunks.map(({ sha256 }) => sha256));
  await query(
    `update recording_chunks set addendum = $3
     where shard = $1 and trace = $2 and sha256 = any($4::bytea[]) and addendum is distinct from $3`,
    [shard, trace, addendum, hashes],
  );
  const [row] = await query<{ n: number }>(
    `select count(*)::integer as n from recording_chunks
     where shard = $1 and trace = $2 and addendum = $3 and sha256 <> all($4::bytea[])`,
    [shard, trace, addendum, hashes],
  );
  return row?.n ?? 0;
}

/** What a recording's row counts is counted again; one whose row is gone has its chunks and no keys. */
async function makeRecordingsOf({ query }: ReindexInput['database']): Promise<number> {
  await query(
    `insert into recordings (shard, trace, created_at, last_received_at, kek, batches)
     select shard, trace, min(received_at), max(received_at), '', count(*) filter (where kind = 'client')
     from recording_chunks group by shard, trace
     on conflict (shard, trace) do update set batches = excluded.batches, last_received_at = excluded.last_received_at
     where recordings.batches <> excluded.batches or recordings.last_received_at <> excluded.last_received_at`,
  );
  await query(
    `update recordings r set sealed = c.sealed
     from (select shard, trace, max(addendum) + 1 as sealed from recording_chunks where addendum is not null
       group by shard, trace) c
     where r.shard = c.shard and r.trace = c.trace and r.sealed < c.sealed`,
  );
  const [row] = await query<{ n: number }>(
    `select count(*)::integer as n from recordings where kek = '' and keys_wrapped is null`,
  );
  return row?.n ?? 0;
}
