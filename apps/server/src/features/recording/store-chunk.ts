import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sha256 } from '@huimin/evidence/bytes';
import {
  type ChunkFacts,
  NONCE_LENGTH,
  type PartName,
  type SealedPart,
  sealPart,
  writeChunk,
} from '@huimin/evidence/chunk';
import type { GroupCommit } from '../../db/group-commit.ts';
import type { Random } from '../../ports/outside.ts';
import type { RecordingKeys } from './recording-keys.ts';
import type { indexChunks } from './recording-store.ts';
import type { SegmentWriter } from './segments/segment-writer.ts';

const pack = promisify(gzip);

export interface ChunkStore {
  readonly random: Random;
  readonly segments: SegmentWriter;
  readonly commit: GroupCommit;
  readonly chunkIndex: ReturnType<typeof indexChunks>;
}

/** Encrypts one batch, puts it on the disk, then into the index; answers the SHA-256 of the chunk. */
export async function storeChunk(
  store: ChunkStore,
  keys: RecordingKeys,
  facts: ChunkFacts,
  data: string,
  values: string,
): Promise<Buffer> {
  const part = async (name: PartName, content: string): Promise<SealedPart> =>
    sealPart(name, facts.trace, await pack(content), keys[name], store.random.bytes(NONCE_LENGTH));
  const view = await part('view', data);
  const chunk = writeChunk(facts, view, values === '' ? null : await part('values', values));
  const hash = sha256(chunk);
  const place = await store.segments.append(chunk);
  await store.commit.write(store.chunkIndex, {
    ...facts,
    sha256: hash,
    dataSha256: Buffer.from(facts.dataSha256, 'hex'),
    place,
  });
  return hash;
}
