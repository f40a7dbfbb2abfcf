import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Files that a build made, and where browsers find them. */
export interface BuiltFolder {
  readonly folder: string;
  /** Begins and ends with a slash. */
  readonly prefix: string;
}

export interface BuiltFile {
  readonly path: string;
  /** Compressed by brotli, as the build did it or now. */
  read(): Promise<Buffer>;
}

/** In the order of their paths, so that servers which keep the same ones in the same moment do not wait for one another in a circle. */
export async function builtFiles(folders: readonly BuiltFolder[]): Promise<BuiltFile[]> {
  const found = await Promise.all(folders.map(filesOf));
  return found.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function filesOf({ folder, prefix }: BuiltFolder): Promise<BuiltFile[]> {
  const names = await readdir(folder).catch(unlessAbsent);
  const compressed = new Set(names.filter((name) => name.endsWith('.br')));
  return names
    .filter((name) => !/\.(?:br|gz)$/.test(name))
    .map((name) => ({
      path: `${prefix}${name}`,
      read: async () =>
        compressed.has(`${name}.br`)
          ? readFile(join(folder, `${name}.br`))
          : compress(await readFile(join(folder, name))),
    }));
}

function unlessAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
