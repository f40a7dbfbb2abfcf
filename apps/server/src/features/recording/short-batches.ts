import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@huimin/evidence/bytes';
import { expandWire, type WireBuild, wireBuildOf } from '@huimin/evidence/wire';
import type { ObjectStore } from '../../ports/object-store.ts';

export interface ShortBatchInput {
  /** Files of the build that this server shows. */
  readonly folder: string;
  /** Has those of every build that was ever shown. */
  readonly store: Pick<ObjectStore, 'get'>;
}

/** As the build lists it among what it can show. */
export const REFERENCE_PATH = 'evidence/reference.txt';
/** Pages of earlier builds stay open for a while. */
const KEPT_BUILDS = 4;
const KEPT_STRANGERS = 1_000;

/**
 * Reads batches that say only what differs from the reference of their build: `unknown` where that build is not known here, or
 * where what comes out is not what was written.
 */
export function createShortBatches({ folder, store }: ShortBatchInput) {
  const known = new Map<string, Promise<WireBuild | null>>();
  const strangers = new Set<string>();

  function find(build: string): Promise<WireBuild | null> {
    if (strangers.has(build)) return Promise.resolve(null);
    const finding = known.get(build) ?? read(build);
    // The one that was asked for last stands last.
    known.delete(build);
    known.set(build, finding);
    for (const [oldest] of known) if (known.size > KEPT_BUILDS) known.delete(oldest);
    finding.then(
      (found) => {
        if (found !== null) return;
        known.delete(build);
        if (strangers.size >= KEPT_STRANGERS) strangers.clear();
        strangers.add(build);
      },
      () => known.delete(build),
    );
    return finding;
  }

  async function read(build: string): Promise<WireBuild | null> {
    const shown = await readFile(join(folder, 'evidence', 'builds', `${build}.json`)).catch(() => null);
    const bytes = shown ?? (await store.get(`builds/${build}.json`));
    if (bytes === null) return null;
    const { table, assets } = JSON.parse(bytes.toString()) as {
      readonly table: string;
      readonly assets: readonly { readonly path: string; readonly sha256: string }[];
    };
    const listed = assets.find(({ path }) => path === REFERENCE_PATH);
    if (!listed) return null;
    const reference = shown ? await readFile(join(folder, REFERENCE_PATH)) : await store.get(`assets/${listed.sha256}`);
    return reference !== null && sha256Hex(reference) === listed.sha256 ? { table, reference } : null;
  }

  return async (bytes: Buffer, mostBytes: number): Promise<object | 'unknown' | null> => {
    const build = wireBuildOf(bytes);
    if (build === null) return null;
    const found = await find(build).catch(() => null);
    return (found && expandWire(bytes, found, mostBytes)) ?? 'unknown';
  };
}
