import { createPrivateKey, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';
import { buffer } from '../bytes/index.ts';

export const SIGNATURE_LENGTH = 64;
export const KEY_LENGTH = 32;

/** Somebody's public Ed25519 key, made ready once. */
export interface Verifier {
  publicKey: Buffer;
  verify(message: Uint8Array, signature: Uint8Array): boolean;
}

export interface Signer extends Verifier {
  sign(message: Uint8Array): Buffer;
}

// What stands before the 32 bytes of a key in its DER form (RFC 8410).
const BEFORE_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** null when these bytes are no key. */
export function verifierOf(publicKey: Uint8Array): Verifier | null {
  if (publicKey.length !== KEY_LENGTH) return null;
  const raw = Buffer.from(publicKey);
  try {
    const key = createPublicKey({ key: Buffer.concat([BEFORE_PUBLIC, raw]), format: 'der', type: 'spki' });
    return {
      publicKey: raw,
      verify: (message, signature) => signature.length === SIGNATURE_LENGTH && verify(null, message, key, signature),
    };
  } catch {
    return null;
  }
}

/** The key that a secret of 32 bytes stands for (RFC 8032). */
export function signerOf(seed: Uint8Array): Signer {
  if (seed.length !== KEY_LENGTH) throw new Error(`an Ed25519 secret has ${KEY_LENGTH} bytes`);
  const key = createPrivateKey({ key: Buffer.concat([BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const own = verifierOf(spki.subarray(BEFORE_PUBLIC.length));
  if (own === null) throw new Error('the secret leads to no key');
  return { ...own, sign: (message) => buffer(sign(null, message, key)) };
}

/**
 * Looks at what one's own key signed. A key signs a text in one way only (RFC 8032, 5.1.6), and to sign takes a third of the time that
 * it takes to verify: a signature that comes out again is right. Any other is verified as everybody else does it.
 */
export function ownVerifier({ publicKey, sign: signAgain, verify: verifyIt }: Signer): Verifier {
  const comesOutAgain = (message: Uint8Array, signature: Uint8Array): boolean =>
    signature.length === SIGNATURE_LENGTH && timingSafeEqual(signAgain(message), signature);
  return {
    publicKey,
    verify: (message, signature) => comesOutAgain(message, signature) || verifyIt(message, signature),
  };
}
