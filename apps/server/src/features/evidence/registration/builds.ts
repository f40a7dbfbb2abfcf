import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sha256Hex } from '@huimin/evidence/bytes';
import { inParallel } from '../../../coordination/in-parallel.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { register } from './register.ts';

/** What a page of the build may show, as the build lists it. */
interface BuildList {
  readonly build: string;
  /** SHA-256 of its string table; empty when it has none. */
  readonly table: string;
  readonly assets: readonly { readonly path: string; readonly sha256: string; readonly type: string }[];
}

export interface BuildRegistration {
  /** Whether the running build may be shown. */
  isRegistered(): boolean;
  /** Registers the build unless it is; answers 0. */
  register(): Promise<number>;
  /** Puts every file of it into the store, once; answers 0. */
  keepFiles(): Promise<number>;
}

const AT_ONCE = 4;
const JSON_FILE = { contentType: 'application/json' };
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/**
 * The build that this server shows: its list stands in the log before its first page is served, and everything on the list is
 * kept under its SHA-256, so that a replay never needs the site.
 * @param folder the build's files
 */
export function createBuildRegistration(log: EvidenceLog, folder: string): BuildRegistration {
  let registered = false;
  let kept = false;
  let reading: ReturnType<typeof readList> | null = null;
  const read = () => {
    reading ??= readList(folder);
    return reading;
  };

  async function registerOnce(): Promise<void> {
    const found = await read();
    if (!found) {
      // Nothing is built: there is nothing to show.
      registered = true;
      return;
    }
    const { build, table } = found.list;
    const key = `build/${build}`;
    if (!(await log.published([key])).has(key)) {
      if (table) await log.store.put(`tables/${table}.json`, await readFile(tableFile(folder, table)), JSON_FILE);
      await log.store.put(`builds/${build}.json`, found.bytes, JSON_FILE);
    }
    const standing = await register(log, [{ key, entry: { type: 'build', build, sha256: sha256Hex(found.bytes) } }]);
    registered = standing.has(key);
  }

  return {
    isRegistered: () => registered,
    async register() {
      if (registered) return 0;
      await registerOnce().catch((error: Error) =>
        log.log.error({ error: error.message }, 'the build could not be registered; its pages are not shown yet'),
      );
      return 0;
    },
    async keepFiles() {
      const found = kept ? null : await read();
      if (!found) return 0;
      const failed: unknown[] = [];
      const keep = async ({ path, sha256, type }: BuildList['assets'][number]): Promise<void> => {
        const bytes = await readFile(join(folder, path));
        if (sha256Hex(bytes) !== sha256) throw new Error(`${path} is not the file that the build lists`);
        await log.store.put(`assets/${sha256}`, bytes, { contentType: type });
      };
      // Written last: with it, all of them are there.
      const mark = `kept/${found.list.build}`;
      if ((await log.store.get(mark)) === null) {
        await inParallel(found.list.assets, AT_ONCE, keep, (_, error) => failed.push(error));
        if (failed.length > 0) throw failed[0];
        await log.store.put(mark, Buffer.from('all files are kept\n'), { contentType: 'text/plain' });
      }
      kept = true;
      return 0;
    },
  };
}

const tableFile = (folder: string, table: string): string => join(folder, 'evidence', 'tables', `${table}.json`);

/** The build's own list; made from its files where it brings none. Null when nothing is built. */
async function readList(folder: string): Promise<{ list: BuildList; bytes: Buffer } | null> {
  const lists = join(folder, 'evidence', 'builds');
  const [name] = (await readdir(lists).catch(unlessAbsent)) ?? [];
  if (name !== undefined) {
    const bytes = await readFile(join(lists, name));
    return { bytes, list: JSON.parse(String(bytes)) as BuildList };
  }
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessAbsent);
  if (names === null) return null;
  const paths = names
    .filter((file) => file.isFile() && !/\.(?:br|gz)$/.test(file.name))
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  const assets: (BuildList['assets'][number] & { bytes: number })[] = [];
  for (const path of paths) {
    const bytes = await readFile(join(folder, path));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    assets.push({ path, sha256: sha256Hex(bytes), type, bytes: bytes.length });
  }
  const build = sha256Hex(JSON.stringify({ table: '', assets })).slice(0, 32);
  const list = { build, table: '', assets };
  return { list, bytes: Buffer.from(JSON.stringify(list)) };
}

function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
