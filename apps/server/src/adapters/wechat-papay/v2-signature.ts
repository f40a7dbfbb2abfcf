import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Fields } from './xml.ts';

/** The two schemes of WeChat Pay's version 2; a message without `sign_type` is signed by MD5. */
export type SignType = 'MD5' | 'HMAC-SHA256';

/** What is hashed: `sign` and empty values left out, names in ASCII order, `name=value` joined by `&`, the key last. */
export function signText(fields: Fields, apiV2Key: string): string {
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`);
  return [...pairs, `key=${apiV2Key}`].join('&');
}

/** Upper-case hex. */
export function sign(fields: Fields, apiV2Key: string, type: SignType): string {
  const text = signText(fields, apiV2Key);
  const hash = type === 'MD5' ? createHash('md5') : createHmac('sha256', apiV2Key);
  return hash.update(text, 'utf8').digest('hex').toUpperCase();
}

/** Whether the message is the key holder's, by the scheme it names. */
export function isSigned(fields: Fields, apiV2Key: string): boolean {
  const type = fields.sign_type ?? 'MD5';
  if (type !== 'MD5' && type !== 'HMAC-SHA256') return false;
  const expected = Buffer.from(sign(fields, apiV2Key, type));
  const given = Buffer.from(fields.sign ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
