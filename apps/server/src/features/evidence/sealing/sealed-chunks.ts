import { type Damage, damage, isDamage, sha256 } from '@huimin/evidence/bytes';
import { readManifest, readObject } from '@huimin/evidence/sealed';
import type { Query } from '../../../db/database.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import { type NewChunk, newChunkOf, type SealedFile } from '../../recording/index.ts';
import { captureOfKey } from '../log/capture.ts';

const PAGE = 200;

interface ObjectRow {
  readonly shard: number;
  readonly trace: string;
  readonly addendum: number;
  readonly name: string;
}

/** The sealed objects of all recordings that were not erased, each with its chunks as the index should know them. */
export async function* sealedChunks({
  query,
  store,
}: {
  query: Query;
  store: ObjectStore;
}): AsyncGenerator<SealedFile> {
  let last: Pick<ObjectRow, 'shard' | 'trace' | 'addendum'> = { shard: -1, trace: '', addendum: 0 };
  for (;;) {
    const rows = await query<ObjectRow>(
      `select o.shard, o.trace, o.addendum, o.name from evidence_objects o
       left join evidence_recordings r on r.shard = o.shard and r.trace = o.trace
       where o.step = 'sealed' and r.erased_at is null and r.erasing_at is null
         and (o.shard, o.trace, o.addendum) > ($1::smallint, $2, $3::smallint)
       order by o.shard, o.trace, o.addendum limit $4`,
      [last.shard, last.trace, last.addendum, PAGE],
    );
    for (const row of rows) yield { ...row, file: row.name, chunks: await chunksIn(query, await store.get(row.name)) };
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end;
  }
}

async function chunksIn(query: Query, bytes: Buffer | null): Promise<readonly NewChunk[] | Damage> {
  if (bytes === null) return damage('is not in the store');
  const object = readObject(bytes);
  if (isDamage(object)) return object;
  const manifest = readManifest(object.manifestBytes);
  if (isDamage(manifest)) return manifest;
  if (manifest.chunks.length !== object.chunks.length) return damage('has other chunks than its manifest names');
  const captures = await capturesAt(query, [...new Set(manifest.chunks.map(({ capture }) => capture.entry))]);
  const chunks: NewChunk[] = [];
  for (const [index, stored] of object.chunks.entries()) {
    const said = manifest.chunks[index];
    const at = object.places.chunks[index]?.offset ?? 0;
    if (said === undefined || sha256(stored).toString('hex') !== said.sha256) return damage('a chunk was changed', at);
    const captured = captures.get(said.capture.entry);
    // Where it lay in a file that is gone is not known, and nobody reads it from there.
    const place = {
      segment: captured?.segment ?? '',
      frame: (captured?.from ?? 0) + said.capture.index,
      position: 0,
      length: stored.length,
    };
    const chunk = newChunkOf(stored, place);
    if (isDamage(chunk)) return { ...chunk, at: at + chunk.at };
    chunks.push(chunk);
  }
  return chunks;
}

async function capturesAt(query: Query, entries: readonly number[]) {
  const rows = await query<{ position: bigint; key: string }>(
    `select position, key from log_entries where position = any($1)`,
    [entries],
  );
  return new Map(rows.map(({ position, key }) => [Number(position), captureOfKey(key)]));
}
