import { createHash, createHmac } from 'node:crypto';
import type { Fields } from './xml-message.ts';

export const SIGN_TYPES = ['MD5', 'HMAC-SHA256'] as const;
export type SignType = (typeof SIGN_TYPES)[number];

/** Without `sign` and empty values, in ASCII order, `k=v` joined by `&`, then `&key=`. */
export function v2SignText(fields: Fields, key: string): string {
  const named = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return named
    .concat([['key', key]])
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Upper-case hex of the chosen hash. */
export function v2Sign(fields: Fields, key: string, type: SignType): string {
  const text = Buffer.from(v2SignText(fields, key), 'utf8');
  const digest =
    type === 'MD5'
      ? createHash('md5').update(text).digest('hex')
      : createHmac('sha256', key).update(text).digest('hex');
  return digest.toUpperCase();
}
