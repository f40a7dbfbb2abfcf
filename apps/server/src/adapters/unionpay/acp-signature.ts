import { createHash, createSign, createVerify, type KeyObject } from 'node:crypto';
import type { Fields } from '../form-fields.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The text that a signature covers: names in ASCII order, `name=value` joined by `&`, values raw, empty ones left out. */
export function signText(fields: Fields): string {
  return Object.keys(fields)
    .filter((name) => name !== 'signature' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

/** The fields with the `signature` of version 5.1.0. */
export function signed(fields: Fields, privateKey: KeyObject): Fields {
  return { ...fields, signature: createSign('RSA-SHA256').update(digest(fields)).sign(privateKey, 'base64') };
}

/** Whether `fields.signature` is the key owner's over exactly these fields. */
export function isSigned(fields: Fields, publicKey: KeyObject): boolean {
  const { signature = '' } = fields;
  return (
    BASE64.test(signature) && createVerify('RSA-SHA256').update(digest(fields)).verify(publicKey, signature, 'base64')
  );
}

/** Lower-case hex, whose characters RSA-SHA256 hashes once more. */
function digest(fields: Fields): string {
  return createHash('sha256').update(signText(fields), 'utf8').digest('hex');
}
