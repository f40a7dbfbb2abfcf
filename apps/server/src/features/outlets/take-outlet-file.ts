import { createHash } from 'node:crypto';
import type { Core } from '../../core.ts';
import { addList } from './outlet-store.ts';
import { type ReadOutlets, readOutletFile } from './read-outlet-file.ts';

export interface GivenFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly by: string;
}

export type TakenFile =
  | Extract<ReadOutlets, { ok: false }>
  | { readonly ok: true; readonly version: number; readonly outletCount: number };

/** Reads a file and shows its outlets from now on; one with any fault changes nothing. */
export async function takeOutletFile(core: Pick<Core, 'database' | 'clock'>, file: GivenFile): Promise<TakenFile> {
  const read = await readOutletFile(file.bytes);
  if (!read.ok) return read;
  const { outlets } = read;
  const { fileName, by } = file;
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const version = await addList(core.database, { fileName, sha256, by, nowMs: core.clock.now(), outlets });
  return { ok: true, version, outletCount: outlets.length };
}
