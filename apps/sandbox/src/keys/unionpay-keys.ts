import { X509Certificate } from 'node:crypto';
import { type Issuer, issueCertificate } from './issued-certificate.ts';
import type { RsaPair } from './rsa-pair.ts';

/** Certificates and keys of both sides of UnionPay. */
export type UnionpayKeys = {
  /** 15 digits; fresh ones begin with 777290, as UnionPay's own test merchants do. */
  merId: string;
  /** The shop signs with it; `certId` is the certificate's serial number in decimal. */
  merchant: RsaPair & { certId: string; certificatePem: string };
  rootCertificatePem: string;
  /** Between root and signing certificate; the example file has none. */
  middleCertificatePem?: string;
  /** Signs answers and notifications; its certificate travels with them. */
  signing: { privateKeyPem: string; certificatePem: string };
  /** What signed the signing certificate, for faults with certificates of the right origin; the example file has none. */
  issuer?: Issuer;
};

const ROOT_NAME = 'Sandbox UnionPay Root CA';
const MIDDLE_NAME = 'Sandbox UnionPay Middle CA';
export const SIGNER_NAME = 'SANDBOX@TEST@00040000:SIGN@00000002';
const LIFE = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2049-12-31T00:00:00Z') };

/** New keys and a chain of root, middle and signing certificate. */
export function makeUnionpayKeys(rsaPair: () => RsaPair, randomDigits: (length: number) => string): UnionpayKeys {
  const [merchant, root, middle, signing] = [rsaPair(), rsaPair(), rsaPair(), rsaPair()] as const;
  const rootIssuer = { commonName: ROOT_NAME, privateKeyPem: root.privateKeyPem };
  const issuer = { commonName: MIDDLE_NAME, privateKeyPem: middle.privateKeyPem };
  const serial = () => `1${randomDigits(11)}`;
  const issue = (pair: RsaPair, commonName: string, by: Issuer, ca: boolean) =>
    issueCertificate({ ...LIFE, publicKeyPem: pair.publicKeyPem, serial: serial(), commonName, issuer: by, ca });
  const merId = `777290${randomDigits(9)}`;
  const certificatePem = issue(merchant, `sandbox@merchant@${merId}@1`, issuer, false);
  return {
    merId,
    merchant: { ...merchant, certificatePem, certId: certIdOf(certificatePem) },
    rootCertificatePem: issue(root, ROOT_NAME, rootIssuer, true),
    middleCertificatePem: issue(middle, MIDDLE_NAME, rootIssuer, true),
    signing: {
      privateKeyPem: signing.privateKeyPem,
      certificatePem: issue(signing, SIGNER_NAME, issuer, false),
    },
    issuer,
  };
}

/** The keys of the example file. */
// biome-ignore lint/suspicious/noExplicitAny: the example file's own shape.
export function unionpayKeysFrom(example: any): UnionpayKeys {
  const { merchant, unionpay } = example;
  const { publicKey } = new X509Certificate(merchant.certificate_pem);
  return {
    merId: merchant.merId,
    merchant: {
      certId: merchant.certId_decimal,
      certificatePem: merchant.certificate_pem,
      privateKeyPem: merchant.private_key_pem,
      publicKeyPem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    },
    rootCertificatePem: unionpay.root_certificate_pem,
    signing: {
      privateKeyPem: unionpay.private_key_pem_for_the_sandbox,
      certificatePem: unionpay.signing_certificate_pem,
    },
  };
}

/** What the shop may know. */
export function unionpayMerchantSide({ issuer: _issuer, signing, ...known }: UnionpayKeys): unknown {
  return { ...known, signing: { certificatePem: signing.certificatePem } };
}

/** A certificate's serial number in decimal. */
export function certIdOf(certificatePem: string): string {
  return BigInt(`0x${new X509Certificate(certificatePem).serialNumber}`).toString();
}
