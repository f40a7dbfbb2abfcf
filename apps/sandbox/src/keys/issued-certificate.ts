import { createPublicKey, createSign } from 'node:crypto';
import { der, objectId, sequence, utcTime } from './der.ts';
import { COMMON_NAME, SHA256_WITH_RSA } from './self-signed-certificate.ts';

/** Who signs a certificate. */
export type Issuer = { commonName: string; privateKeyPem: string };

export type IssueInput = {
  publicKeyPem: string;
  /** Decimal, as UnionPay writes it in `certId`. */
  serial: string;
  commonName: string;
  issuer: Issuer;
  /** May it sign other certificates? */
  ca: boolean;
  notBefore: Date;
  notAfter: Date;
};

const BASIC_CONSTRAINTS = '2.5.29.19';
const TRUE = der(0x01, Buffer.from([0xff]));

/** An X.509 v3 certificate in PEM, signed by `issuer` (itself, for a root). */
export function issueCertificate(input: IssueInput): string {
  const algorithm = sequence(objectId(SHA256_WITH_RSA), der(0x05));
  const name = (commonName: string) =>
    sequence(der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from(commonName, 'utf8')))));
  const constraints = sequence(objectId(BASIC_CONSTRAINTS), TRUE, der(0x04, sequence(...(input.ca ? [TRUE] : []))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, positive(input.serial)),
    algorithm,
    name(input.issuer.commonName),
    sequence(utcTime(input.notBefore), utcTime(input.notAfter)),
    name(input.commonName),
    createPublicKey(input.publicKeyPem).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(constraints)),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(input.issuer.privateKeyPem);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** The bytes of a positive ASN.1 integer. */
function positive(decimal: string): Buffer {
  const hex = BigInt(decimal).toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}
