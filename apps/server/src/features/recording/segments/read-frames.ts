import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Damage, isDamage, sha256 } from '@huimin/evidence/bytes';
import { readChunk } from '@huimin/evidence/chunk';
import { readSegment } from '@huimin/evidence/segment';
import type { NewChunk } from '../recording-store.ts';
import { type ChunkPlace, segmentFile } from './segment-writer.ts';

/** A segment file as the index should know it. */
export interface ReadSegment {
  readonly segment: string;
  readonly openedAt: number;
  readonly chunks: readonly NewChunk[];
  /** Where the last whole frame ends, and how long the file is. */
  readonly end: number;
  readonly bytes: number;
  /** Frames that are not whole before others that are. */
  readonly damaged: readonly Damage[];
  /** Where the first bytes stand before a whole frame that are none themselves; null where there are no such. */
  readonly holeAt: number | null;
}

const SEGMENT = /^(w\d{2}-\d{8}T\d{6}-[0-9a-f]{12})\.seg$/;

/** Numbers of the servers that have a folder here. */
export async function workersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => (/^w\d{2}$/.test(name) ? Number(name.slice(1)) : [])).sort((a, b) => a - b);
}

/** Names of the segments in one server's folder, the oldest first; none where there is no folder. */
export async function segmentsIn(folder: string, workerFolder: string): Promise<string[]> {
  const names = await readdir(join(folder, workerFolder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => SEGMENT.exec(name)?.[1] ?? []).sort();
}

/** Reads a segment file frame by frame; what is wrong with the whole of it when it is none. */
export async function readSegmentFile(folder: string, segment: string): Promise<ReadSegment | Damage> {
  const bytes = await readFile(segmentFile(folder, segment));
  const content = readSegment(bytes);
  if (isDamage(content)) return content;
  const damaged = [...content.damaged];
  const chunks = content.frames.flatMap(({ offset, chunk: stored }, frame): NewChunk[] => {
    const chunk = newChunkOf(stored, { segment, frame, position: offset, length: stored.length });
    if (!isDamage(chunk)) return [chunk];
    damaged.push(chunk);
    return [];
  });
  const holeAt = content.damaged[0]?.at ?? null;
  return { segment, openedAt: content.info.openedAt, chunks, end: content.end, bytes: bytes.length, damaged, holeAt };
}

/** A stored chunk as the index should know it. */
export function newChunkOf(stored: Buffer, place: ChunkPlace): NewChunk | Damage {
  const chunk = readChunk(stored);
  if (isDamage(chunk)) return chunk;
  const { header } = chunk;
  return { ...header, sha256: sha256(stored), dataSha256: Buffer.from(header.dataSha256, 'hex'), place };
}
