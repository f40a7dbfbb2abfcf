import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
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
  /**
   * Whether a signature fulfils the equation by which this secret makes its own (RFC 8032, 5.1.6, step 5): two hashes and no point of
   * the curve. For one who does not know the secret, to come upon such numbers is no easier than to sign. That R is the point of the
   * nonce is not looked at: what this key is to have signed is verified once, when it is made.
   */
  hasMade(message: Uint8Array, signature: Uint8Array): boolean;
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

/** The order of the base point (RFC 8032, 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const HALF = 32;

const sha512 = (...parts: Uint8Array[]): Buffer => hash('sha512', Buffer.concat(parts), 'buffer');
/** Bytes as the RFC writes a number, the least first. */
const numberIn = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** What a secret of 32 bytes is worked out to (RFC 8032, 5.1.5): the number that it signs by, and what nonces are made of. */
function spreadOut(seed: Uint8Array): { scalar: bigint; prefix: Buffer } {
  const wide = sha512(seed);
  const low = wide.subarray(0, HALF);
  low[0] = (low[0] as number) & 0xf8;
  low[HALF - 1] = ((low[HALF - 1] as number) & 0x7f) | 0x40;
  return { scalar: numberIn(low), prefix: wide.subarray(HALF) };
}

/** The key that a secret of 32 bytes stands for (RFC 8032). */
export function signerOf(seed: Uint8Array): Signer {
  if (seed.length !== KEY_LENGTH) throw new Error(`an Ed25519 secret has ${KEY_LENGTH} bytes`);
  const key = createPrivateKey({ key: Buffer.concat([BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const own = verifierOf(spki.subarray(BEFORE_PUBLIC.length));
  if (own === null) throw new Error('the secret leads to no key');
  const { scalar, prefix } = spreadOut(seed);
  return {
    ...own,
    sign: (message) => buffer(sign(null, message, key)),
    hasMade(message, signature) {
      if (signature.length !== SIGNATURE_LENGTH) return false;
      const nonce = numberIn(sha512(prefix, message));
      const challenge = numberIn(sha512(signature.subarray(0, HALF), own.publicKey, message));
      return numberIn(signature.subarray(HALF)) === (nonce + challenge * scalar) % ORDER;
    },
  };
}

/**
 * Looks at what one's own key signed, which takes a tenth of the time that it takes everybody else. Any signature that this key did
 * not make in its one way is verified as everybody else does it.
 */
export const ownVerifier = ({ publicKey, hasMade, verify: verifyIt }: Signer): Verifier => ({
  publicKey,
  verify: (message, signature) => hasMade(message, signature) || verifyIt(message, signature),
});
