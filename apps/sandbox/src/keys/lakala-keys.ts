import { X509Certificate } from 'node:crypto';
import type { RsaPair } from './rsa-pair.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

/** Keys of both sides of Lakala. */
export type LakalaKeys = {
  appId: string;
  merchantNo: string;
  termNo: string;
  /** The shop signs with it, the sandbox verifies. */
  merchant: RsaPair & { serialNo: string };
  /** The sandbox signs answers and notifications with it. */
  platform: RsaPair & { serialNo: string; certificatePem: string };
};

type Make = { rsaPair(): RsaPair; digits(length: number): string; hexSerial(): string };

/** New keys with a platform certificate of their own. */
export function makeLakalaKeys({ rsaPair, digits, hexSerial }: Make): LakalaKeys {
  const pair = rsaPair();
  const serialNo = hexSerial();
  const certificatePem = selfSignedCertificate({
    pair,
    serialHex: serialNo,
    commonName: 'Sandbox Lakala platform',
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2049-12-31T00:00:00Z'),
  });
  return {
    appId: `OPSANDBOX${digits(4)}`,
    merchantNo: `822${digits(12)}`,
    termNo: `A${digits(7)}`,
    merchant: { ...rsaPair(), serialNo: hexSerial() },
    platform: { ...pair, serialNo, certificatePem },
  };
}

/** The keys of the example file. */
// biome-ignore lint/suspicious/noExplicitAny: the example file's own shape.
export function lakalaKeysFrom(example: any): LakalaKeys {
  const { merchant, platform } = example;
  const told = JSON.parse(example.notification.body);
  return {
    appId: example.appid,
    merchantNo: told.merchant_no,
    termNo: told.term_no,
    merchant: {
      serialNo: merchant.serial_no,
      privateKeyPem: merchant.private_key_pem,
      publicKeyPem: merchant.public_key_pem,
    },
    platform: {
      serialNo: platform.serial_no,
      privateKeyPem: platform.private_key_pem_for_the_sandbox,
      publicKeyPem: String(
        new X509Certificate(platform.certificate_pem).publicKey.export({ type: 'spki', format: 'pem' }),
      ),
      certificatePem: platform.certificate_pem,
    },
  };
}

/** What the shop may know. */
export function lakalaMerchantSide({ platform, ...known }: LakalaKeys): unknown {
  const { privateKeyPem: _secret, ...shown } = platform;
  return { ...known, platform: shown };
}
