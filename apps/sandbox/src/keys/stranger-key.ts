import { generateKeyPairSync } from 'node:crypto';

let made: string | undefined;

/** An RSA private key (PKCS#8, PEM) that nobody was ever told of, for signatures that have to be refused; one per process. */
export function strangerKeyPem(): string {
  made ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  return made;
}
