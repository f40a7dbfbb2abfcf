import { createSign, createVerify } from 'node:crypto';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** SHA256withRSA (PKCS#1 v1.5), base64. */
export function rsaSign(privateKeyPem: string, text: Buffer): string {
  return createSign('RSA-SHA256').update(text).sign(privateKeyPem, 'base64');
}

/** Whether `signature` (base64) fits; false, never an error, for anything malformed. */
export function rsaVerify(publicKeyPem: string, text: Buffer, signature: string): boolean {
  if (!BASE64.test(signature)) return false;
  return createVerify('RSA-SHA256').update(text).verify(publicKeyPem, signature, 'base64');
}
