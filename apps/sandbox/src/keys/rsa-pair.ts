import { generateKeyPairSync } from 'node:crypto';

/** An RSA 2048 pair, both in PEM (PKCS#8 and SPKI). */
export type RsaPair = { privateKeyPem: string; publicKeyPem: string };

export function rsaPair(): RsaPair {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey };
}
