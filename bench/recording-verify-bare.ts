import { createDecipheriv, randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { isDamage, sha256 } from '../packages/evidence/src/bytes/index.ts';
import type { ChunkHeader } from '../packages/evidence/src/chunk/index.ts';
import { leafHash, nodeHash } from '../packages/evidence/src/merkle/index.ts';
import type { SampleRecording } from '../packages/evidence/src/sample/index.ts';
import {
  chainNext,
  chainStart,
  type Manifest,
  manifestMessage,
  readManifest,
  readObject,
} from '../packages/evidence/src/sealed/index.ts';
import type { Verifier } from '../packages/evidence/src/signature/index.ts';

/** Levels of a log of sixteen million entries. */
const PATH_LEVELS = 24;
const TAG_LENGTH = 16;

/** What the least program that could be called a check needs of a sealed recording: it is in memory already. */
export interface BareRecording {
  readonly start: Buffer;
  readonly head: string;
  readonly chunks: readonly Buffer[];
  readonly message: Buffer;
  readonly signature: Buffer;
  readonly leaf: Buffer;
  readonly path: readonly Buffer[];
  readonly root: Buffer;
  readonly parts: readonly BarePart[];
}

interface BarePart {
  readonly nonce: Buffer;
  readonly key: Buffer;
  readonly additional: Buffer;
  readonly sealed: Buffer;
}

/** Throws for what has no object that can be read. */
export function bareRecording({ trace, keys, sealed: [one] }: SampleRecording): BareRecording {
  const object = one?.object && readObject(one.object);
  if (!one?.proof || !object || isDamage(object)) throw new Error('was not sealed');
  const manifest = readManifest(object.manifestBytes) as Manifest;
  const leaf = leafHash(one.proof.entry);
  const path = Array.from({ length: PATH_LEVELS }, () => randomBytes(leaf.length));
  return {
    ...{ start: chainStart(trace, 0), head: manifest.chain.head, chunks: object.chunks, leaf, path },
    message: manifestMessage(sha256(object.manifestBytes)),
    signature: Buffer.from(one.proof.signature),
    root: path.reduce<Buffer>(nodeHash, leaf),
    parts: object.chunks.flatMap((chunk) => partsOf(trace, chunk, keys)),
  };
}

function partsOf(trace: string, chunk: Buffer, keys: SampleRecording['keys']): BarePart[] {
  let from = 4 + chunk.readUInt32BE(0);
  const header = JSON.parse(chunk.toString('utf8', 4, from)) as ChunkHeader;
  const parts: BarePart[] = [];
  for (const name of ['view', 'values'] as const) {
    const { length, nonce } = header[name];
    const sealed = chunk.subarray(from, from + length);
    from += length;
    if (length === 0) continue;
    const additional = Buffer.from(`huimin-${name}-v1${trace}`);
    parts.push({ nonce: Buffer.from(nonce, 'base64'), key: keys[name], additional, sealed });
  }
  return parts;
}

/**
 * The bare prototype that the goals were found by: chain of hashes, signature by the public key and a path of 24 levels; in a deep one
 * every part is opened, unpacked and read as JSON too. It asks no database, opens no file, compares nothing with an order. Throws when
 * any of it is not right.
 */
export function checkBare(recordings: readonly BareRecording[], depth: 'shallow' | 'deep', by: Verifier): void {
  for (const { start, head, chunks, message, signature, leaf, path, root, parts } of recordings) {
    let link = start;
    for (const chunk of chunks) link = chainNext(link, sha256(chunk));
    if (link.toString('hex') !== head) throw new Error('the chain is not right');
    if (!by.verify(message, signature)) throw new Error('the signature is not right');
    let node = leaf;
    for (const sibling of path) node = nodeHash(node, sibling);
    if (!node.equals(root)) throw new Error('the path is not right');
    if (depth === 'deep') for (const part of parts) openBare(part);
  }
}

function openBare({ nonce, key, additional, sealed }: BarePart): void {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_LENGTH });
  decipher.setAAD(additional);
  decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
  const packed = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_LENGTH)), decipher.final()]);
  JSON.parse(gunzipSync(packed).toString());
}
