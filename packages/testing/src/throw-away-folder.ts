import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '../../../apps/server/src/db/process-identity.ts';

/** A new folder of this process. Whoever uses it removes it; what a killed process left is removed by the next `sweepFolders`. */
export function throwAwayFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, 'owner'), `${process.pid} ${processIdentity(process.pid)}`);
  return folder;
}

/** Clears away the folders of processes that are gone; those of processes that still run are not touched. */
export async function sweepFolders(prefix: string, before: (folder: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
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
