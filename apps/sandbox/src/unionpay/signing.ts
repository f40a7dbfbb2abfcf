import { createHash } from 'node:crypto';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';

/** Name and value as they are before any URL encoding. */
export type Fields = Record<string, string>;

/** Everything except `signature`, without empty values, in ASCII order of the names, `k=v` joined by `&`, values raw. */
export function signText(fields: Fields): string {
  return Object.entries(fields)
    .filter(([name, value]) => value !== '' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** SHA-256 of the text as lower-case hex: what RSA-SHA256 then signs, so that it is hashed twice. */
export function digestHex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The `signature` of version 5.1.0. */
export function acpSign(privateKeyPem: string, fields: Fields): string {
  return rsaSign(privateKeyPem, Buffer.from(digestHex(signText(fields))));
}

/** Whether `signature` fits the fields. */
export function acpVerify(publicKeyPem: string, fields: Fields, signature: string): boolean {
  return rsaVerify(publicKeyPem, Buffer.from(digestHex(signText(fields))), signature);
}

/** `k=v&k=v` with raw values: how UnionPay answers a server. */
export function answerText(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
