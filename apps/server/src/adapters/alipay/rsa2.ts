import { createSign, createVerify, type KeyObject } from 'node:crypto';

export type Fields = Readonly<Record<string, string>>;

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

/** The fields of a form or query, decoded once; null when a name comes twice or a value is not UTF-8. */
export function formFields(text: string): Fields | null {
  const fields: Record<string, string> = Object.create(null);
  if (text === '') return fields;
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    try {
      const name = decode(at < 0 ? pair : pair.slice(0, at));
      if (name in fields) return null;
      fields[name] = at < 0 ? '' : decode(pair.slice(at + 1));
    } catch {
      return null;
    }
  }
  return fields;
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
