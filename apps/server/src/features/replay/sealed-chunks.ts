import { isDamage, sha256 } from '@huimin/evidence/bytes';
import { readObject } from '@huimin/evidence/sealed';
import type { ObjectStore } from '../../ports/object-store.ts';
import { objectsOf } from '../evidence/index.ts';
import type { ChunkRow, Recordings } from '../recording/index.ts';

/** Reads a chunk out of the sealed object that holds it; each object is fetched once. Null when it is not there as it was. */
export function sealedChunks({ database }: Pick<Recordings, 'database'>, store: ObjectStore) {
  const objects = new Map<string, Promise<readonly Buffer[]>>();

  async function chunksOf(trace: string, addendum: number): Promise<readonly Buffer[]> {
    const plan = (await objectsOf(database.query, trace)).find((one) => one.addendum === addendum);
    const bytes = plan === undefined ? null : await store.get(plan.name);
    const object = bytes === null ? null : readObject(bytes);
    return object === null || isDamage(object) ? [] : object.chunks;
  }

  return async ({ trace, addendum, sha256: wanted }: ChunkRow): Promise<Buffer | null> => {
    if (addendum === null) return null;
    const name = `${trace} ${addendum}`;
    const read = objects.get(name) ?? chunksOf(trace, addendum);
    objects.set(name, read);
    const found = (await read).find((chunk) => sha256(chunk).equals(wanted));
    return found ?? null;
  };
}
