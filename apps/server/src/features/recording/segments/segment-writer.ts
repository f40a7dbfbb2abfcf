// The engine loads what is named in an import of it at every start.
import hooks from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { frameOf, MOST_SEGMENT_BYTES, segmentStart } from '@huimin/evidence/segment';
import type { Clock } from '../../../ports/outside.ts';

/** Where a chunk lies. */
export interface ChunkPlace {
  readonly segment: string;
  /** Its number in the file. */
  readonly frame: number;
  /** Where the chunk begins in the file, and how long it is. */
  readonly position: number;
  readonly length: number;
}

export interface SegmentWriter {
  /** Resolves when the chunk is on the disk. */
  append(chunk: Buffer): Promise<ChunkPlace>;
  close(): Promise<void>;
}

export interface SegmentWriterOptions {
  /** Folder of all servers' segments. */
  readonly folder: string;
  /** Names this server among those that share the folder; looked at whenever a file is begun. */
  readonly worker: { readonly number: number };
  readonly clock: Clock;
  opened(segment: { readonly segment: string; readonly worker: number; readonly openedAt: number }): Promise<void>;
  /** No byte will ever be added. */
  closed(segment: { readonly segment: string; readonly bytes: number; readonly frames: number }): Promise<void>;
  flushed?(measured: { readonly chunks: number; readonly bytes: number; readonly ms: number }): void;
  /** A file gets no new chunks after this time, so that what lies in it can be freed some day. */
  readonly maxAgeMs?: number;
  readonly maxBytes?: number;
  /** Opens a file that is begun; another way only in tests. */
  readonly openFile?: (path: string) => Promise<SegmentHandle>;
}

/** What is done to a file that is written to. */
export type SegmentHandle = Pick<FileHandle, 'write' | 'sync' | 'datasync' | 'close'>;

interface Waiting {
  readonly chunk: Buffer;
  resolve(place: ChunkPlace): void;
  reject(error: unknown): void;
}

interface OpenSegment {
  readonly name: string;
  readonly worker: number;
  readonly handle: SegmentHandle;
  readonly openedAtMs: number;
  length: number;
  frames: number;
}

const MOST_TOGETHER = 256;
const MOST_BYTES_TOGETHER = 8 * 1_048_576;
const HOUR_MS = 3_600_000;

export const workerFolder = (worker: number): string => `w${String(worker).padStart(2, '0')}`;
export const segmentFile = (folder: string, segment: string): string =>
  join(folder, segment.slice(0, segment.indexOf('-')), `${segment}.seg`);

/**
 * Appends chunks to this server's own files. While one flush is under way the next chunks gather, and all of them go
 * with one write and one flush: alone nobody waits, and under load a flush serves many. A file that could not be written
 * to, as on a full disk, is left as it is; its end is looked at by the next start. One that could not even be begun is gone
 * again, and each chunk after it tries anew.
 */
export function createSegmentWriter(options: SegmentWriterOptions): SegmentWriter {
  const { folder, clock } = options;
  const maxAgeMs = options.maxAgeMs ?? HOUR_MS;
  const maxBytes = options.maxBytes ?? MOST_SEGMENT_BYTES;
  const openFile = options.openFile ?? ((path) => open(path, 'wx', 0o600));
  const waiting: Waiting[] = [];
  let current: OpenSegment | null = null;
  let working: Promise<void> | null = null;
  let closing = false;
  // One loop for all who wait: it belongs to none of their transactions, and none of their time limits holds for it.
  const inOwnFlow = hooks.AsyncLocalStorage.snapshot();

  async function begin(): Promise<OpenSegment> {
    const worker = options.worker.number;
    const openedAt = clock.now();
    const own = join(folder, workerFolder(worker));
    await mkdir(own, { recursive: true });
    const stamp = new Date(openedAt).toISOString().replace(/[-:]/g, '').slice(0, 15);
    const name = `${workerFolder(worker)}-${stamp}-${randomBytes(6).toString('hex')}`;
    const file = segmentFile(folder, name);
    const handle = await openFile(file);
    let isBegun = false;
    try {
      const start = segmentStart({ segment: name, server: workerFolder(worker), openedAt });
      await writeAll(handle, [start], 0);
      await handle.sync();
      for (const one of [own, folder]) await syncFolder(one);
      isBegun = true;
      await options.opened({ segment: name, worker, openedAt });
      return { name, worker, handle, openedAtMs: openedAt, length: start.length, frames: 0 };
    } catch (error) {
      await handle.close().catch(() => undefined);
      // Nobody was told of it; a full disk would get one for every chunk that comes.
      if (!isBegun) await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async function end(segment: OpenSegment): Promise<void> {
    current = null;
    await segment.handle.close();
    await options.closed({ segment: segment.name, bytes: segment.length, frames: segment.frames });
  }

  async function flush(batch: readonly Waiting[]): Promise<ChunkPlace[]> {
    const frames = batch.map(({ chunk }) => frameOf(chunk));
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    const full = current && current.frames > 0 && current.length + bytes > maxBytes;
    const isOld = current && clock.now() - current.openedAtMs > maxAgeMs;
    // Under the number that it has lost, another server may be at work.
    if (current && (full || isOld || current.worker !== options.worker.number)) await end(current);
    current ??= await begin();
    const segment = current;
    const startedMs = performance.now();
    await writeAll(segment.handle, frames, segment.length);
    await segment.handle.datasync();
    options.flushed?.({ chunks: batch.length, bytes, ms: performance.now() - startedMs });
    return batch.map(({ chunk }, index) => {
      const place = {
        segment: segment.name,
        frame: segment.frames,
        position: segment.length + 4,
        length: chunk.length,
      };
      segment.frames += 1;
      segment.length += (frames[index] as Buffer).length;
      return place;
    });
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeTogether(waiting);
      try {
        const places = await flush(batch);
        for (const [index, entry] of batch.entries()) entry.resolve(places[index] as ChunkPlace);
      } catch (error) {
        // What reached the disk is not known: nobody is told that it did, and the file is not written to again.
        await current?.handle.close().catch(() => undefined);
        current = null;
        for (const entry of batch) entry.reject(error);
      }
    }
    working = null;
  }

  return {
    append(chunk) {
      if (closing) return Promise.reject(new Error('the server is stopping'));
      return new Promise((resolve, reject) => {
        waiting.push({ chunk, resolve, reject });
        working ??= inOwnFlow(work);
      });
    },
    async close() {
      closing = true;
      await working;
      if (current) await end(current);
    },
  };
}

function takeTogether(waiting: Waiting[]): Waiting[] {
  let bytes = 0;
  let count = 0;
  while (count < Math.min(waiting.length, MOST_TOGETHER)) {
    bytes += (waiting[count] as Waiting).chunk.length;
    if (count > 0 && bytes > MOST_BYTES_TOGETHER) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

async function writeAll(handle: SegmentHandle, frames: readonly Buffer[], position: number): Promise<void> {
  const bytes = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    if (bytesWritten === 0) throw new Error('nothing could be written');
    written += bytesWritten;
  }
}

/** A file whose name is not on the disk is lost with the machine, however well its bytes are. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
