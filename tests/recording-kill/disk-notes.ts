import { openSync, writeSync } from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** What a program notes of itself: what it is about to do, and what it has done. */
export interface DiskNote {
  readonly what: 'opening' | 'writing' | 'written' | 'flushing' | 'flushed' | 'cutting' | 'doing' | 'done';
  /** File or folder; of `doing` and `done`, what is done. */
  readonly of: string;
  /** Of `flushed`: so much of the file survives a power cut. */
  readonly bytes: number;
}

/**
 * Notes in a file what this program does to segments from now on, so that whoever kills it knows in the middle of what, and
 * which bytes no flush has reached. Files are opened, written and flushed as ever.
 */
export async function noteDisk(
  notesFile: string,
  folder: string,
): Promise<(what: DiskNote['what'], of: string) => void> {
  const notes = openSync(notesFile, 'a');
  const note = (what: DiskNote['what'], of: string, bytes = 0) => void writeSync(notes, `${what}\t${of}\t${bytes}\n`);
  const names = new WeakMap<FileHandle, string>();
  const open = promises.open;
  promises.open = async (path, flags, mode) => {
    const isOurs = String(path).startsWith(folder);
    if (isOurs && flags === 'wx') note('opening', String(path));
    const handle = await open(path, flags, mode);
    if (isOurs) names.set(handle, String(path));
    return handle;
  };
  syncBuiltinESMExports();

  const handle = await open(notesFile, 'r');
  const methods = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { datasync, sync, truncate, write } = methods;
  async function flushed(this: FileHandle, flush: () => Promise<void>): Promise<void> {
    const name = names.get(this);
    if (name === undefined) return flush.call(this);
    // What is written while it is being flushed may be flushed as well, or not.
    const { size } = await this.stat();
    note('flushing', name);
    await flush.call(this);
    note('flushed', name, size);
  }
  Object.assign(methods, {
    datasync(this: FileHandle) {
      return flushed.call(this, datasync);
    },
    sync(this: FileHandle) {
      return flushed.call(this, sync);
    },
    async truncate(this: FileHandle, length?: number) {
      const name = names.get(this);
      if (name !== undefined) note('cutting', name);
      await truncate.call(this, length);
    },
    async write(this: FileHandle, ...given: Parameters<typeof write>) {
      const name = names.get(this);
      if (name !== undefined) note('writing', name);
      const result = await write.apply(this, given);
      if (name !== undefined) note('written', name);
      return result;
    },
  });
  return note;
}
