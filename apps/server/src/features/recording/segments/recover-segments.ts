import { isDamage } from '@huimin/evidence/bytes';
import type { Core } from '../../../core.ts';
import type { GroupCommit } from '../../../db/group-commit.ts';
import type { indexChunks } from '../recording-store.ts';
import { closeHoles } from './close-holes.ts';
import { flushSegment } from './flush-segment.ts';
import { readSegmentFile, segmentsIn, workersIn } from './read-frames.ts';
import { closedSegments, knowsChunksFrom, segmentClosed, segmentOpened } from './segment-index.ts';
import { workerFolder } from './segment-writer.ts';

export interface RecoveryInput extends Core {
  readonly folder: string;
  readonly worker: { readonly number: number };
  readonly commit: GroupCommit;
  readonly chunkIndex: ReturnType<typeof indexChunks>;
}

/**
 * Puts right what earlier processes left in this server's folder: a torn end is cut off, holes in what was never flushed are
 * closed, chunks that had reached the disk
 * but not the index are put in, and no such file is ever written to again. Nobody else has this server's number.
 */
export async function recoverSegments(input: RecoveryInput): Promise<void> {
  await recoverFolder(input, input.worker.number, true);
}

/**
 * The same for servers that are gone and have not come back under their number. Their files are left as they are: one
 * that only stood still may yet finish the frame that it was writing.
 */
export async function recoverAbandoned(input: RecoveryInput): Promise<number> {
  const { folder, database, clock } = input;
  const rows = await database.query<{ number: number }>('select number from worker_numbers where lease_until > $1', [
    new Date(clock.now()),
  ]);
  const held = new Set([input.worker.number, ...rows.map(({ number }) => number)]);
  for (const worker of await workersIn(folder)) if (!held.has(worker)) await recoverFolder(input, worker, false);
  return 0;
}

async function recoverFolder(input: RecoveryInput, worker: number, mayCut: boolean): Promise<void> {
  const names = await segmentsIn(input.folder, workerFolder(worker));
  if (names.length === 0) return;
  const closed = new Set((await closedSegments(input.database.query, worker)).map(({ segment }) => segment));
  for (const name of names) if (!closed.has(name)) await recover(input, worker, name, mayCut);
}

async function recover(input: RecoveryInput, worker: number, name: string, mayCut: boolean): Promise<void> {
  const { folder, database, commit, chunkIndex, clock, log } = input;
  let read = await readSegmentFile(folder, name);
  if (mayCut && !isDamage(read) && read.holeAt !== null) {
    // A disk writes the pages of a group in any order until it is flushed. What the index does not know was not answered for.
    if (!(await knowsChunksFrom(database.query, name, read.holeAt))) {
      log.warn({ segment: name, at: read.holeAt }, 'of a group that was never flushed, only some frames are there');
      await closeHoles(folder, name);
      read = await readSegmentFile(folder, name);
    }
  }
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
  // Its writer may have ended between writing and flushing. What is in the index is answered for when it is sent again.
  await flushSegment(folder, name, isTorn && mayCut ? read.end : null);
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
