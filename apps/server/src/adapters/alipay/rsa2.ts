import { createSign, createVerify, type KeyObject } from 'node:crypto';
import type { Fields } from '../form-fields.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The text that a signature covers: names in ASCII order, `name=value` joined by `&`, values raw, empty ones left out.
 * Requests keep `sign_type` in it; notices and browser returns do not.
 */
export function signText(fields: Fields, of: 'request' | 'message'): string {
  return Object.keys(fields)
    .filter((name) => name !== 'sign' && (of === 'request' || name !== 'sign_type') && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

/** SHA256withRSA, base64. */
export function sign(text: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64');
}

/** Whether `signature` (base64) is the key owner's over exactly this text. */
export function isSigned(text: string, signature: unknown, publicKey: KeyObject): boolean {
  if (typeof signature !== 'string' || !BASE64.test(signature)) return false;
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKey, signature, 'base64');
}
