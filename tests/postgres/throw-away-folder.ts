import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '../../apps/server/src/db/process-identity.ts';

const SHARED_MEMORY = '/dev/shm';
const MEMORY_LEAST_BYTES = 3 * 2 ** 30;

/**
 * Where files of a test run are quickest: in memory where the system has a folder of it (Linux) and plenty is free, among
 * the temporary files otherwise. A database is over a thousand small files, made and thrown away for every test file.
 */
export function quickestPlace(): string {
  const roomBytes = (() => {
    try {
      const { bavail, bsize } = statfsSync(SHARED_MEMORY);
      return bavail * bsize;
    } catch {
      return 0;
    }
  })();
  return Math.min(roomBytes, process.availableMemory()) < MEMORY_LEAST_BYTES ? tmpdir() : SHARED_MEMORY;
}

/**
 * A new folder of this process. Whoever uses it removes it; what a killed process left is removed by the next `sweepFolders`.
 * @param place the folder it is made in
 */
export function throwAwayFolder(prefix: string, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, prefix));
  writeFileSync(join(folder, 'owner'), `${process.pid} ${processIdentity(process.pid)}`);
  return folder;
}

/** Clears away the folders of processes that are gone; those of processes that still run are not touched. */
export async function sweepFolders(
  prefix: string,
  before: (folder: string) => Promise<void>,
  place = tmpdir(),
): Promise<void> {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(place, name);
    try {
      const [pid, identity] = readFileSync(join(folder, 'owner'), 'utf8').split(' ');
      if (processIdentity(Number(pid)) === identity) continue;
      await before(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another account's folder, or one being made right now.
    }
  }
}
