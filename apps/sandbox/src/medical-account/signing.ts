import { createCipheriv, createDecipheriv } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';

/** Everything a message carries; numbers and amounts are strings too. */
export type Data = { [name: string]: string | Data[] | Data };

const USER_ID = '1234567812345678';
const NOT_SIGNED = new Set(['signData', 'encData', 'extra']);

/** JSON with sorted names, without empty values and blanks: what is encrypted, and signed, of `data`. */
export function canonicalJson(data: Data): string {
  return JSON.stringify(canonical(data));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => !isEmpty(one));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, canonical(one)]));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `name=value` of the top level in ASCII order with `data` in clear, and the secret as `key` behind it. */
export function signText(top: Record<string, unknown>, data: string | undefined, appSecret: string): string {
  const named: Record<string, unknown> = data === undefined ? top : { ...top, data };
  const pairs = Object.keys(named)
    .filter((name) => !NOT_SIGNED.has(name) && !isEmpty(named[name]))
    .sort()
    .map((name) => `${name}=${named[name]}`);
  return [...pairs, `key=${appSecret}`].join('&');
}

type Point = ReturnType<typeof sm2.precomputePublicKey>;

/** Multiples of each key's point, worked out once. Every shop has one key. */
const points = new Map<string, Point>();
const WINDOW_BITS = 5;

function pointOf(publicKeyBase64: string): Point {
  const known = points.get(publicKeyBase64) ?? sm2.precomputePublicKey(hexOf(publicKeyBase64), WINDOW_BITS);
  points.set(publicKeyBase64, known);
  return known;
}

/** SM2 with SM3, r‖s (64 bytes) or DER, base64. */
export function sm2Sign(text: string, privateKeyBase64: string, form: 'rs' | 'der' = 'rs'): string {
  const options = { hash: true, der: form === 'der', userId: USER_ID };
  return Buffer.from(sm2.doSignature(text, hexOf(privateKeyBase64), options), 'hex').toString('base64');
}

/** Accepts both forms of a signature. */
export function sm2Verify(text: string, signature: unknown, publicKeyBase64: string): boolean {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64');
  try {
    const options = { hash: true, der: bytes.length !== 64, userId: USER_ID };
    return sm2.doVerifySignature(text, bytes.toString('hex'), pointOf(publicKeyBase64), options);
  } catch {
    // Not a signature at all.
    return false;
  }
}

/** The 16 characters that are the SM4 key of a shop's messages. */
export function messageKey(appId: string, appSecret: string): string {
  const cipher = createCipheriv('sm4-ecb', Buffer.from(appId.slice(0, 16)), null);
  return Buffer.concat([cipher.update(appSecret, 'utf8'), cipher.final()])
    .toString('hex')
    .toUpperCase()
    .slice(0, 16);
}

/** Upper-case hex. */
export function sm4Encrypt(text: string, key: string): string {
  const cipher = createCipheriv('sm4-ecb', Buffer.from(key), null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

/** The text inside, whichever case the hex is in; undefined when it was not encrypted with this key. */
export function sm4Decrypt(hex: unknown, key: string): string | undefined {
  if (typeof hex !== 'string' || !/^(?:[0-9a-fA-F]{32})+$/.test(hex)) return undefined;
  try {
    const decipher = createDecipheriv('sm4-ecb', Buffer.from(key), null);
    const bytes = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
