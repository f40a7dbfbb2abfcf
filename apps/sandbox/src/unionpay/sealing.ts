import { generateKeyPairSync } from 'node:crypto';
import { issueCertificate } from '../keys/issued-certificate.ts';
import { SIGNER_NAME } from '../keys/unionpay-keys.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { acpSign, type Fields } from './signing.ts';

/** What goes wrong with the certificate of a message. */
export type CertificateFault = 'foreign' | 'expired' | 'wrong-name';

/** The fields with UnionPay's certificate and signature. */
export function seal({ keys }: SandboxParts, fields: Fields): Fields {
  const { privateKeyPem, certificatePem } = keys.unionpay.signing;
  return sealWith(fields, privateKeyPem, certificatePem);
}

/** The fields signed correctly by a certificate that must not be trusted. */
export function sealByOther({ keys, random }: SandboxParts, fields: Fields, fault: CertificateFault): Fields {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const own = { commonName: SIGNER_NAME, privateKeyPem: pair.privateKey };
  // Without the issuer's key (example keys) the certificate is foreign as well as expired or wrongly named.
  const issuer = fault === 'foreign' ? own : (keys.unionpay.issuer ?? own);
  const certificatePem = issueCertificate({
    publicKeyPem: pair.publicKey,
    serial: `2${random.digits(11)}`,
    commonName: fault === 'wrong-name' ? 'SANDBOX@TEST@00049999:SHOP@00000003' : SIGNER_NAME,
    issuer,
    ca: false,
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date(fault === 'expired' ? '2021-01-01T00:00:00Z' : '2049-12-31T00:00:00Z'),
  });
  return sealWith(fields, pair.privateKey, certificatePem);
}

function sealWith(fields: Fields, privateKeyPem: string, certificatePem: string): Fields {
  const all: Fields = {
    ...fields,
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    signPubKeyCert: certificatePem,
  };
  return { ...all, signature: acpSign(privateKeyPem, all) };
}
