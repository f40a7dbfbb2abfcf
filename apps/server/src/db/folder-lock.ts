import { closeSync, openSync, readFileSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { processIdentity } from './process-identity.ts';

type Holder = { pid: number; identity: string | null };

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/**
 * Takes a lock file for this process. A lock left by a process that no longer runs is taken over.
 * Returns the release function, or the id of the process that holds it.
 */
export function takeFolderLock(file: string): { release(): void } | { heldBy: number } {
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, JSON.stringify(mine));
      closeSync(handle);
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder !== null && holder.identity !== null && processIdentity(holder.pid) === holder.identity) {
      return { heldBy: holder.pid };
    }
    // Renaming is atomic: of two starters that both see the stale lock only one moves it away.
    const aside = `${file}.stale-${process.pid}`;
    try {
      renameSync(file, aside);
      unlinkSync(aside);
    } catch {
      // The other starter was faster; look again.
    }
  }
  return { heldBy: readHolder(file)?.pid ?? 0 };
}
