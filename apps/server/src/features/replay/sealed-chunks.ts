import { isDamage, sha256 } from '@huimin/evidence/bytes';
import { footerLength, type ObjectPlaces, readFooter, readObject } from '@huimin/evidence/sealed';
import type { ObjectStore } from '../../ports/object-store.ts';
import { objectsOf } from '../evidence/index.ts';
import { type ChunkRow, chunksOfRecording, type Recordings } from '../recording/index.ts';

/** What is no larger is read at once; of a larger object only what is asked for. */
const WHOLE_BYTES = 256 * 1024;
/** The footer of some hundred chunks. */
const END_BYTES = 8 * 1024;
/** What lies between two wanted parts is read along, up to this, rather than asked around. */
const BETWEEN_BYTES = 64 * 1024;

type Chunks = ReadonlyMap<string, Buffer>;
type Row = Pick<ChunkRow, 'trace' | 'addendum' | 'sha256'>;

const keyOf = (hash: Buffer): string => hash.toString('hex');

/**
 * Reads chunks out of the sealed objects that hold them; each object is asked for all of its own at once. Null for one that is not there as
 * it was.
 * @param wanted what will be asked for
 */
export function sealedChunks(
  { database: { query } }: Pick<Recordings, 'database'>,
  store: ObjectStore,
  wanted: readonly Row[],
) {
  const objects = new Map<string, Promise<Chunks>>();

  async function read(trace: string, addendum: number): Promise<Chunks> {
    const plan = (await objectsOf(query, trace)).find((one) => one.addendum === addendum);
    if (plan === undefined) return new Map();
    const parts =
      plan.bytes !== null && plan.bytes > WHOLE_BYTES ? await parted(plan.name, plan.bytes, trace, addendum) : null;
    return parts ?? byHash(wholeChunks(await store.get(plan.name)));
  }

  /** The wanted chunks of a large object; null where they do not lie where they should. */
  async function parted(name: string, total: number, trace: string, addendum: number): Promise<Chunks | null> {
    const places = await placesOf(store, name, total);
    const rows = (await chunksOfRecording(query, trace)).filter((row) => row.addendum === addendum);
    if (places === null || places.chunks.length !== rows.length) return null;
    const asked = new Set(
      wanted.filter((row) => row.trace === trace && row.addendum === addendum).map((row) => keyOf(row.sha256)),
    );
    const own = places.chunks.filter((_, index) => asked.has(keyOf((rows[index] as ChunkRow).sha256)));
    const chunks: Buffer[] = [];
    for (const run of runsOf(own)) {
      const [first, last] = [run[0] as Place, run.at(-1) as Place];
      const bytes = await store.range(name, first.offset, last.offset + last.length - first.offset);
      for (const { offset, length } of run) {
        const from = offset - first.offset;
        if (bytes !== null) chunks.push(bytes.subarray(from, from + length));
      }
    }
    const found = byHash(chunks);
    return [...asked].every((hash) => found.has(hash)) ? found : null;
  }

  return async ({ trace, addendum, sha256: hash }: Row): Promise<Buffer | null> => {
    if (addendum === null) return null;
    const name = `${trace} ${addendum}`;
    const chunks = objects.get(name) ?? read(trace, addendum);
    objects.set(name, chunks);
    return (await chunks).get(keyOf(hash)) ?? null;
  };
}

type Place = ObjectPlaces['chunks'][number];

function wholeChunks(bytes: Buffer | null): readonly Buffer[] {
  const object = bytes === null ? null : readObject(bytes);
  return object === null || isDamage(object) ? [] : object.chunks;
}

const byHash = (chunks: readonly Buffer[]): Chunks => new Map(chunks.map((chunk) => [keyOf(sha256(chunk)), chunk]));

/** Where everything stands in an object, from its end. */
async function placesOf(store: ObjectStore, name: string, total: number): Promise<ObjectPlaces | null> {
  let end = await store.range(name, total - END_BYTES, END_BYTES);
  const length = end && footerLength(end, total);
  if (end === null || length === null || isDamage(length)) return null;
  if (length > end.length) end = await store.range(name, total - length, length);
  const places = end && readFooter(end, total);
  return places === null || isDamage(places) ? null : places;
}

/** Neighbours, to be read together. */
function runsOf(places: readonly Place[]): Place[][] {
  const runs: Place[][] = [];
  for (const place of places) {
    const last = runs.at(-1)?.at(-1);
    if (last && place.offset - last.offset - last.length <= BETWEEN_BYTES) runs.at(-1)?.push(place);
    else runs.push([place]);
  }
  return runs;
}
