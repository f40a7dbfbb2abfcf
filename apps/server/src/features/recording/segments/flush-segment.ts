import { open } from 'node:fs/promises';
import { segmentFile } from './segment-writer.ts';

/** Puts on the disk what a file holds: whoever wrote to it may not have come to that. Cuts it before, unless `end` is null. */
export async function flushSegment(folder: string, segment: string, end: number | null = null): Promise<void> {
  const handle = await open(segmentFile(folder, segment), 'r+');
  try {
    if (end !== null) await handle.truncate(end);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
