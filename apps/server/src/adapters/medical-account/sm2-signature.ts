import { sm2 } from 'sm-crypto-v2';

/** The id that the standard gives to signers without one of their own. */
const USER_ID = '1234567812345678';
const RS_BYTES = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

type Point = ReturnType<typeof sm2.precomputePublicKey>;

/** Multiples of each key's point, worked out once: a check takes a quarter of the time. Keys come from the settings alone. */
const points = new Map<string, Point>();
const WINDOW_BITS = 5;

function pointOf(publicKeyHex: string): Point {
  const known = points.get(publicKeyHex) ?? sm2.precomputePublicKey(publicKeyHex, WINDOW_BITS);
  points.set(publicKeyHex, known);
  return known;
}

/** Of our own keys: the signed digest begins with the public one. */
const publicKeys = new WeakMap<Buffer, string>();

/** SM2 with SM3, r‖s, base64. `privateKey`: 32 bytes. */
export function sign(text: string, privateKey: Buffer): string {
  const own = privateKey.toString('hex');
  const publicKey = publicKeys.get(privateKey) ?? sm2.getPublicKeyFromPrivateKey(own);
  publicKeys.set(privateKey, publicKey);
  const signature = sm2.doSignature(text, own, { hash: true, publicKey, userId: USER_ID });
  return Buffer.from(signature, 'hex').toString('base64');
}

/** Whether `signature` (base64 of r‖s or of DER) is the key owner's over exactly this text. `publicKey`: 65 bytes. */
export function isSigned(text: string, signature: unknown, publicKey: Buffer): boolean {
  if (typeof signature !== 'string' || !BASE64.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64');
  const options = { hash: true, der: bytes.length !== RS_BYTES, userId: USER_ID };
  try {
    return sm2.doVerifySignature(text, bytes.toString('hex'), pointOf(publicKey.toString('hex')), options);
  } catch {
    return false;
  }
}
