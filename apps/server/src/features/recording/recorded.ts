import { open } from 'node:fs/promises';
import { sha256 } from '@huimin/evidence/bytes';
import { texts } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { RecordingKeys } from './recording-keys.ts';
import { RECORDING_COLUMNS, type RecordingRow, recordingByTrace, shardOfTrace } from './recording-store.ts';
import type { Recordings } from './recordings.ts';
import { segmentFile } from './segments/segment-writer.ts';

/** A chunk as the index knows it. */
export interface ChunkRow {
  readonly shard: number;
  readonly trace: string;
  readonly sha256: Buffer;
  readonly kind: 'client' | 'server';
  readonly tab: string;
  readonly seq: number;
  /** 0: stands under its seq; 1: other data under a seq that is taken; 2: the same batch once more. */
  readonly standing: number;
  readonly data_sha256: Buffer;
  readonly received_at: number;
  readonly events: number;
  readonly first_at: bigint;
  readonly last_at: bigint;
  readonly flags: string[];
  readonly segment: string;
  readonly frame: number;
  readonly position: number;
  readonly length: number;
  /** Which sealed object holds it; null while none does. */
  readonly addendum: number | null;
}

const CHUNK_COLUMNS = `shard, trace, sha256, kind, tab, seq, standing, data_sha256, received_at, events, first_at, last_at,
  flags, segment, frame, position, length, addendum`;

/** What became of an order's recording. */
export interface OrderRecording {
  /** Holds what became of the order; where it is not `bound`, nothing else, and null at first. */
  readonly trace: string | null;
  /** `unrecorded`: the page sent no recording; `foreign`: it sent another account's. */
  readonly state: 'bound' | 'unrecorded' | 'foreign';
}

/** Null until the order's news has been handled. */
export async function recordingOfOrder(query: Query, shard: number, orderId: bigint): Promise<OrderRecording | null> {
  const [row] = await query<{ trace: string | null; state: OrderRecording['state'] }>(
    `select trace, state from order_recordings where shard = $1 and order_id = $2`,
    [shard, orderId],
  );
  return row ?? null;
}

/** The orders whose recording it is, the first one first. */
export function ordersOfRecording(query: Query, trace: string): Promise<BoundOrder[]> {
  return ordersOfRecordings(query, [trace]);
}

export interface BoundOrder {
  readonly trace: string;
  readonly shard: number;
  readonly order_id: bigint;
}

export function ordersOfRecordings(query: Query, traces: readonly string[]): Promise<BoundOrder[]> {
  return query(
    `select trace, shard, order_id from order_recordings where trace = any($1)
     order by noted_at, order_id`,
    [texts(traces)],
  );
}

/** An account's recordings, the newest first; `holder` is what `holderOf` makes of its id. */
export function recordingsOfHolder(query: Query, holder: Buffer, limit: number): Promise<RecordingRow[]> {
  return query<RecordingRow>(
    `select ${RECORDING_COLUMNS} from recordings where holder = $1 order by last_received_at desc, trace limit $2`,
    [holder, limit],
  );
}

/** Everything that was stored of a recording, in the order of the format: as received, then by tab and number. */
export function chunksOfRecording(query: Query, trace: string): Promise<ChunkRow[]> {
  return query<ChunkRow>(
    `select ${CHUNK_COLUMNS} from recording_chunks where shard = $1 and trace = $2
     order by received_at, tab collate "C", seq, standing, sha256`,
    [shardOfTrace(trace), trace],
  );
}

/** The next chunks of a segment in the order of its frames, as far as none is missing: others are being indexed now. */
export async function chunksOfSegment(
  query: Query,
  segment: string,
  fromFrame: number,
  limit: number,
): Promise<ChunkRow[]> {
  const rows = await query<ChunkRow>(
    `select ${CHUNK_COLUMNS} from recording_chunks where segment = $1 and frame >= $2 order by frame limit $3`,
    [segment, fromFrame, limit],
  );
  const firstMissing = rows.findIndex(({ frame }, index) => frame !== fromFrame + index);
  return firstMissing < 0 ? rows : rows.slice(0, firstMissing);
}

/** A chunk that the index knows is not on the disk as it was written. */
export class ChunkDamaged extends Error {
  readonly segment: string;
  readonly position: number;
  constructor({ segment, position }: Pick<ChunkRow, 'segment' | 'position'>, what: string) {
    super(`chunk at ${position} of segment ${segment}: ${what}`);
    this.segment = segment;
    this.position = position;
  }
}

/**
 * The bytes of chunks that are not sealed yet, in the order asked for.
 * @throws ChunkDamaged when one is not there, or is not what was acknowledged
 */
export async function readChunks(
  { folder }: Pick<Recordings, 'folder'>,
  chunks: readonly Pick<ChunkRow, 'segment' | 'position' | 'length' | 'sha256'>[],
): Promise<Buffer[]> {
  const files = new Map<string, Awaited<ReturnType<typeof open>>>();
  try {
    const read: Buffer[] = [];
    for (const chunk of chunks) {
      const file = files.get(chunk.segment) ?? (await openSegment(folder, chunk));
      files.set(chunk.segment, file);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(chunk.length), 0, chunk.length, chunk.position);
      if (bytesRead < chunk.length) throw new ChunkDamaged(chunk, 'the file ends before it');
      if (!sha256(buffer).equals(chunk.sha256)) throw new ChunkDamaged(chunk, 'is not what was stored');
      read.push(buffer);
    }
    return read;
  } finally {
    for (const file of files.values()) await file.close();
  }
}

async function openSegment(folder: string, chunk: Pick<ChunkRow, 'segment' | 'position'>) {
  try {
    return await open(segmentFile(folder, chunk.segment), 'r');
  } catch (error) {
    throw new ChunkDamaged(chunk, `the file cannot be opened (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** The keys of a recording for somebody who says why, which is written down first; null once they are destroyed. */
export async function openKeys(
  deps: Pick<Recordings, 'database' | 'clock' | 'keysOf'>,
  trace: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<RecordingKeys | null> {
  const { query } = deps.database;
  const recording = await recordingByTrace(query, trace);
  if (recording === null) return null;
  await query(
    `insert into recording_openings (shard, trace, opened_at, opened_by, reason) values ($1, $2, $3, $4, $5)
     on conflict (shard, trace, opened_at, opened_by) do update set reason = recording_openings.reason || '；' || excluded.reason`,
    [recording.shard, trace, new Date(deps.clock.now()), by, reason],
  );
  return deps.keysOf(recording);
}
