import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recordings } from './recordings.ts';
import { workerFolder } from './segments/segment-writer.ts';

/** A full disk still takes a file in which there is nothing. */
const PROBE = Buffer.alloc(4_096);

/** Whether chunks could be written now, told to whoever watches; nothing is refused because of it. */
export async function checkFolder({ folder, worker, measures, log }: Recordings): Promise<number> {
  const own = join(folder, workerFolder(worker.number));
  const probe = join(own, 'probe');
  try {
    await mkdir(own, { recursive: true });
    await writeFile(probe, PROBE, { flush: true });
    await rm(probe);
    measures.folderIsWritable(true);
  } catch (error) {
    measures.folderIsWritable(false);
    log.error({ error: String(error) }, 'the folder of the recordings cannot be written to');
  }
  return 0;
}
