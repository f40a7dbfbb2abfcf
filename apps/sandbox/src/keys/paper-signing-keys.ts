import { issueCertificate } from './issued-certificate.ts';

export type PaperSigningKeys = { privateKeyPem: string; certificatePem: string };

const NAME = 'Sandbox 电子签名（测试）';

/** A certificate that signs itself, which no reader trusts: papers look signed, and nobody can take them for real. */
export function makePaperSigning(pair: { privateKeyPem: string; publicKeyPem: string }): PaperSigningKeys {
  return {
    privateKeyPem: pair.privateKeyPem,
    certificatePem: issueCertificate({
      publicKeyPem: pair.publicKeyPem,
      serial: '20260001',
      commonName: NAME,
      issuer: { commonName: NAME, privateKeyPem: pair.privateKeyPem },
      ca: false,
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2049-12-31T00:00:00Z'),
    }),
  };
}
