import { createHash } from 'node:crypto';
import type { Core } from '../../core.ts';
import { addList, outletLists } from './outlet-store.ts';
import { type ReadOutlets, readOutletFile } from './read-outlet-file.ts';

export interface GivenFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly by: string;
}

export type TakenFile =
  | Extract<ReadOutlets, { ok: false }>
  | { readonly ok: true; readonly version: number; readonly outletCount: number; readonly isKnown: boolean };

/** Reads a file and shows its outlets from now on; one with any fault changes nothing. The one that is shown is known. */
export async function takeOutletFile(core: Pick<Core, 'database' | 'clock'>, file: GivenFile): Promise<TakenFile> {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const read = await readOutletFile(file.bytes);
  if (!read.ok) return read;
  const outletCount = read.outlets.length;
  const [newest] = await outletLists(core.database.query, 1);
  if (newest?.isShown && newest.sha256 === sha256) {
    return { ok: true, version: newest.version, outletCount, isKnown: true };
  }
  const { fileName, by } = file;
  const nowMs = core.clock.now();
  const version = await addList(core.database, { fileName, sha256, by, nowMs, outlets: read.outlets });
  return { ok: true, version, outletCount, isKnown: false };
}
