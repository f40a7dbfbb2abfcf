import { sha256Hex } from '@huimin/evidence/bytes';
import { readTable } from '@huimin/evidence/events';
import type { EvidenceLog } from '../evidence/index.ts';
import { SHOWN_TYPES } from './build-files.ts';
import type { EvidenceFiles } from './evidence-files.ts';

/** What a build lists: every file of it, kept by content. */
interface KeptBuild {
  readonly byPath: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
}

const BUILD = /^[\da-f]{32}$/;
const SHA_256 = /^[\da-f]{64}$/;
const MOST_BUILDS = 64;

/**
 * The files of every build that was ever registered, out of the store, and those of the build that runs. A replay looks as
 * the page did, however many releases later: a build that the store knows is shown by its own files and by no other's.
 */
export function keptFiles(
  { store, database }: Pick<EvidenceLog, 'store' | 'database'>,
  running: EvidenceFiles,
): EvidenceFiles {
  const builds = new Map<string, KeptBuild>();

  async function buildOf(build: string): Promise<KeptBuild | null> {
    const known = builds.get(build);
    if (known || !BUILD.test(build)) return known ?? null;
    const bytes = await store.get(`builds/${build}.json`);
    const read = bytes && readBuild(bytes);
    if (!read) return null;
    if (builds.size >= MOST_BUILDS) builds.clear();
    builds.set(build, read);
    return read;
  }

  /** Of a file that no build at hand has: whichever registered one lists it. */
  async function typeOf(sha256: string): Promise<string | null> {
    for (const { types } of builds.values()) if (types.has(sha256)) return types.get(sha256) ?? null;
    const rows = await database.query<{ key: string }>(
      `select key from log_entries where key like 'build/%' order by position desc nulls first`,
    );
    for (const { key } of rows) {
      const type = (await buildOf(key.slice('build/'.length)))?.types.get(sha256);
      if (type !== undefined) return type;
    }
    return null;
  }

  return {
    async assetAt(build, path) {
      const kept = await buildOf(build);
      return kept ? (kept.byPath.get(path) ?? null) : running.assetAt(build, path);
    },
    async file(sha256) {
      const own = await running.file(sha256);
      if (own !== null || !SHA_256.test(sha256)) return own;
      const type = await typeOf(sha256);
      const bytes = type === null ? null : await store.get(`assets/${sha256}`);
      return type !== null && bytes !== null && sha256Hex(bytes) === sha256 ? { bytes, type } : null;
    },
    async table(sha256) {
      const own = await running.table(sha256);
      if (own !== null || !SHA_256.test(sha256)) return own;
      const bytes = await store.get(`tables/${sha256}.json`);
      return bytes !== null && sha256Hex(bytes) === sha256 ? readTable(bytes.toString()) : null;
    },
  };
}

function readBuild(bytes: Buffer): KeptBuild {
  const { assets } = JSON.parse(bytes.toString()) as { assets: readonly { path: string; sha256: string }[] };
  const byPath = new Map<string, string>();
  const types = new Map<string, string>();
  for (const { path, sha256 } of assets) {
    const type = SHOWN_TYPES[/\.[^./]+$/.exec(path)?.[0] ?? ''];
    if (type === undefined) continue;
    byPath.set(`/${path.replace(/^\/+/, '')}`, sha256);
    types.set(sha256, type);
  }
  return { byPath, types };
}
