import { rm } from 'node:fs/promises';
import type { Query } from '../../../db/database.ts';
import { segmentFile } from './segment-writer.ts';

export async function segmentOpened(
  query: Query,
  { segment, worker, openedAt }: { segment: string; worker: number; openedAt: number },
): Promise<void> {
  await query(
    `insert into recording_segments (segment, worker, opened_at) values ($1, $2, $3) on conflict (segment) do nothing`,
    [segment, worker, new Date(openedAt)],
  );
}

/** From now on no byte is added. */
export async function segmentClosed(
  query: Query,
  { segment, bytes, frames }: { segment: string; bytes: number; frames: number },
  nowMs: number,
): Promise<void> {
  await query(`update recording_segments set closed_at = $2, bytes = $3, frames = $4 where segment = $1`, [
    ...[segment, new Date(nowMs), bytes, frames],
  ]);
}

/** Whether the index knows chunks of the file that begin at or behind a place. */
export async function knowsChunksFrom(query: Query, segment: string, position: number): Promise<boolean> {
  const rows = await query(`select 1 from recording_chunks where segment = $1 and position >= $2 limit 1`, [
    segment,
    position,
  ]);
  return rows.length > 0;
}

export function closedSegments(query: Query, worker: number): Promise<{ segment: string }[]> {
  return query(`select segment from recording_segments where worker = $1 and closed_at is not null`, [worker]);
}

/** Gives the space of a file back that nothing is read from any more: all of its chunks are sealed. */
export async function removeSegment(query: Query, folder: string, segment: string): Promise<void> {
  await rm(segmentFile(folder, segment), { force: true });
  await query(`delete from recording_segments where segment = $1`, [segment]);
}
