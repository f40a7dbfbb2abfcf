import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
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
import { passingBytes } from './passing-bytes.ts';
import type { RecordingKeys } from './recording-keys.ts';
import type { indexChunks } from './recording-store.ts';
import type { SegmentWriter } from './segments/segment-writer.ts';

const packElsewhere = promisify(gzip);
/** Up to here packing on the spot is over sooner than the way to another thread and back. */
const SMALL_LENGTH = 65_536;
const LEVEL = 4;
/** What most batches come to, packed. */
const ROOM = 4_096;

function pack(content: string): Buffer | Promise<Buffer> {
  if (content.length > SMALL_LENGTH) return packElsewhere(content, { level: LEVEL });
  return gzipSync(passingBytes(content), { level: LEVEL, chunkSize: ROOM });
}

export interface ChunkStore {
  readonly random: Random;
  readonly segments: SegmentWriter;
  readonly commit: GroupCommit;
  readonly chunkIndex: ReturnType<typeof indexChunks>;
}

/** Encrypts one batch, puts it on the disk, then into the index; answers its SHA-256 and whether its number was free. */
export async function storeChunk(
  store: ChunkStore,
  keys: RecordingKeys,
  facts: ChunkFacts,
  data: string,
  values: string,
): Promise<{ readonly sha256: Buffer; readonly isFirst: boolean }> {
  const part = async (name: PartName, content: string): Promise<SealedPart> =>
    sealPart(name, facts.trace, await pack(content), keys[name], store.random.bytes(NONCE_LENGTH));
  const view = await part('view', data);
  const chunk = writeChunk(facts, view, values === '' ? null : await part('values', values));
  const hash = sha256(chunk);
  const place = await store.segments.append(chunk);
  const isFirst = await store.commit.write(store.chunkIndex, {
    ...facts,
    sha256: hash,
    dataSha256: Buffer.from(facts.dataSha256, 'hex'),
    place,
  });
  return { sha256: hash, isFirst };
}
