import { createPublicKey, createSign } from 'node:crypto';
import { der, objectId, sequence, utcTime } from './der.ts';

export type CertificateInput = {
  pair: { privateKeyPem: string; publicKeyPem: string };
  /** Serial number, upper-case hex without a leading 8–F. */
  serialHex: string;
  commonName: string;
  notBefore: Date;
  notAfter: Date;
};

export const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
export const COMMON_NAME = '2.5.4.3';

/** A self-signed X.509 v1 certificate in PEM, which `crypto.X509Certificate` and every TLS library can read. */
export function selfSignedCertificate(input: CertificateInput): string {
  const algorithm = sequence(objectId(SHA256_WITH_RSA), der(0x05));
  const name = sequence(der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from(input.commonName, 'utf8')))));
  const publicKey = createPublicKey(input.pair.publicKeyPem).export({ type: 'spki', format: 'der' });
  const body = sequence(
    der(0x02, Buffer.from(input.serialHex, 'hex')),
    algorithm,
    name,
    sequence(utcTime(input.notBefore), utcTime(input.notAfter)),
    name,
    publicKey,
  );
  const signature = createSign('RSA-SHA256').update(body).sign(input.pair.privateKeyPem);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
