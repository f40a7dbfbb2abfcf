import { type Damage, damage, isDamage, sha256 } from '../bytes/index.ts';
import { type Chunk, readChunk } from '../chunk/index.ts';
import {
  type Manifest,
  manifestMessage,
  readManifest,
  readObject,
  readOwnManifest,
  type SealedObject,
} from '../sealed/index.ts';
import type { Verifier } from '../signature/index.ts';
import type { Depth, Evidence, SealedEvidence } from './evidence.ts';

/** An object of the recording as far as it can be read. */
export interface Sealed {
  number: number;
  /** As files of a package are called. */
  file: string;
  evidence: SealedEvidence;
  object: SealedObject | Damage | null;
  /** null in a shallow check. */
  chunks: (Chunk | Damage)[] | null;
  /** In a shallow check of what our own key signed without the paths of its captures. */
  manifest: Manifest | Damage | null;
  manifestSha256: Buffer | null;
  /** Whether the signature that came along is over this manifest, by the key that is believed. */
  signed: boolean;
}

export const isThere = <T extends object>(found: T | Damage | null): found is T => found !== null && !isDamage(found);

export function readSealed(
  evidence: Pick<Evidence, 'objects'>,
  depth: Depth,
  trust: { keysAreOwn: boolean; signingAt: (index: number) => Verifier },
): Sealed[] {
  return evidence.objects.map((sealed, number) => {
    const object = sealed.object === null ? null : readObject(sealed.object);
    const bytes = isThere(object) ? object.manifestBytes : sealed.object === null ? sealed.manifest : null;
    const manifestSha256 = bytes === null ? null : sha256(bytes);
    const { proof } = sealed;
    const signed =
      manifestSha256 !== null &&
      proof !== null &&
      trust.signingAt(proof.index).verify(manifestMessage(manifestSha256), proof.signature);
    return {
      number,
      file: `recording-${number}.rec`,
      evidence: sealed,
      object,
      chunks: isThere(object) && depth !== 'shallow' ? object.chunks.map(readChunk) : null,
      // The form of what our own key signed was looked at before it did.
      manifest:
        bytes === null ? null : signed && trust.keysAreOwn && depth === 'shallow' ? ours(bytes) : readManifest(bytes),
      manifestSha256,
      signed,
    };
  });
}

const ours = (bytes: Uint8Array): Manifest | Damage => readOwnManifest(bytes) ?? damage('manifest is not JSON');

/** Manifests that could be read, with what they stand in. */
export function manifestsOf(sealed: readonly Sealed[]): { of: Sealed; manifest: Manifest }[] {
  const found: { of: Sealed; manifest: Manifest }[] = [];
  for (const each of sealed) if (isThere(each.manifest)) found.push({ of: each, manifest: each.manifest });
  return found;
}
