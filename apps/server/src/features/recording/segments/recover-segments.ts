import { open } from 'node:fs/promises';
import { isDamage } from '@huimin/evidence/bytes';
import type { Core } from '../../../core.ts';
import type { GroupCommit } from '../../../db/group-commit.ts';
import type { indexChunks } from '../recording-store.ts';
import { readSegmentFile, segmentsIn } from './read-frames.ts';
import { closedSegments, knowsChunksFrom, segmentClosed, segmentOpened } from './segment-index.ts';
import { segmentFile, workerFolder } from './segment-writer.ts';

export interface RecoveryInput extends Core {
  readonly folder: string;
  readonly worker: { readonly number: number };
  readonly commit: GroupCommit;
  readonly chunkIndex: ReturnType<typeof indexChunks>;
}

/**
 * Puts right what earlier processes left in this server's folder: a torn end is cut off, chunks that had reached the disk
 * but not the index are put in, and no such file is ever written to again. Nobody else has this server's number.
 */
export async function recoverSegments(input: RecoveryInput): Promise<void> {
  const { folder, database, log } = input;
  const worker = input.worker.number;
  const names = await segmentsIn(folder, workerFolder(worker));
  if (names.length === 0) return;
  const closed = new Set((await closedSegments(database.query, worker)).map(({ segment }) => segment));
  for (const name of names) if (!closed.has(name)) await recover(input, worker, name, log);
}

async function recover(input: RecoveryInput, worker: number, name: string, log: Core['log']): Promise<void> {
  const { folder, database, commit, chunkIndex, clock } = input;
  const read = await readSegmentFile(folder, name);
  if (isDamage(read)) {
    // A file that was begun and got no further is an end of its own.
    if (await knowsChunksFrom(database.query, name, 0)) {
      log.error({ segment: name, damage: read.damage, at: read.at }, 'segment cannot be read');
    } else await close(input, worker, { segment: name, openedAt: clock.now(), bytes: 0, frames: 0 });
    return;
  }
  if (read.damaged.length > 0) {
    log.error({ segment: name, frames: read.damaged.length, at: read.damaged[0]?.at }, 'segment is damaged');
  }
  const isTorn = read.end < read.bytes;
  if (isTorn && (await knowsChunksFrom(database.query, name, read.end))) {
    // It had been whole: that is no torn end but damage, of which nothing is thrown away.
    log.error({ segment: name, at: read.end }, 'segment is damaged at its end');
    return;
  }
  if (isTorn) await cut(segmentFile(folder, name), read.end);
  await Promise.all(read.chunks.map((chunk) => commit.write(chunkIndex, chunk)));
  const { openedAt, end, chunks } = read;
  await close(input, worker, { segment: name, openedAt, bytes: end, frames: chunks.length });
}

async function close(
  { database, clock }: RecoveryInput,
  worker: number,
  file: { segment: string; openedAt: number; bytes: number; frames: number },
): Promise<void> {
  await segmentOpened(database.query, { ...file, worker });
  await segmentClosed(database.query, file, clock.now());
}

async function cut(file: string, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
