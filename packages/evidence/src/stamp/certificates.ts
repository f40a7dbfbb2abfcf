import { X509Certificate } from 'node:crypto';
import { readBase64 } from '../bytes/index.ts';
import { BadDer, integerOf, oidOf, parts, partsOf, readDer, TAG } from '../der/index.ts';

const EXTENDED_KEY_USAGE = '2.5.29.37';
const TRUE = Buffer.of(0xff);
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** A certificate that has been read, and what a time stamp needs to know of it. */
export interface Certificate {
  x509: X509Certificate;
  issuer: Buffer;
  serial: string;
  /** Its key may stamp times, and nothing else. */
  stamps: boolean;
  from: number;
  to: number;
}

/** Throws when the bytes are no certificate. */
export function readCertificate(bytes: Buffer): Certificate {
  const x509 = new X509Certificate(bytes);
  if (!x509.raw.equals(bytes)) throw new BadDer('a certificate');
  const body = parts(parts(readDer(bytes)).next(TAG.SEQUENCE));
  body.optional(0xa0);
  const serial = integerOf(body.next(TAG.INTEGER));
  body.next(TAG.SEQUENCE);
  const issuer = body.next(TAG.SEQUENCE).bytes;
  body.next(TAG.SEQUENCE);
  body.next(TAG.SEQUENCE);
  body.next(TAG.SEQUENCE);
  const extensions = body.optional(0xa3);
  const usage = extensions === null ? false : onlyStamps(partsOf(parts(extensions, 0xa3).next(TAG.SEQUENCE)));
  return { x509, issuer, serial, stamps: usage, from: x509.validFromDate.getTime(), to: x509.validToDate.getTime() };
}

function onlyStamps(extensions: ReturnType<typeof partsOf>): boolean {
  for (const extension of extensions) {
    const list = parts(extension);
    if (oidOf(list.next(TAG.OID)) !== EXTENDED_KEY_USAGE) continue;
    const critical = list.optional(TAG.BOOLEAN);
    const purposes = partsOf(readDer(list.next(TAG.OCTETS).content)).map(oidOf);
    return critical?.content.equals(TRUE) === true && purposes.length === 1 && purposes[0] === TIME_STAMPING;
  }
  return false;
}

/** In ASCII, as PEM is. */
const SPACE = /[\t-\r ]/g;
const PEM = /-----BEGIN CERTIFICATE-----[\t-\r ]+([0-9A-Za-z+/=\t-\r ]+?)-----END CERTIFICATE-----/g;

/** The certificates of a PEM text, in DER. What stands between them is left alone. Throws BadDer for what is no base64. */
export const certificatesOfPem = (pem: string): Buffer[] =>
  [...pem.matchAll(PEM)].map(([, body = '']) => {
    const bytes = readBase64(body.replaceAll(SPACE, ''));
    if (bytes === null) throw new BadDer('a certificate');
    return bytes;
  });

/** The certificates of a text that holds nothing else. Throws BadDer when it does. */
export function onlyCertificatesOfPem(pem: string): Buffer[] {
  if (pem.replaceAll(PEM, '').replaceAll(SPACE, '') !== '') throw new BadDer('certificates are not PEM');
  return certificatesOfPem(pem);
}

export const isSelfSigned = ({ x509 }: Certificate): boolean => x509.checkIssued(x509) && x509.verify(x509.publicKey);

const MOST_STEPS = 6;

/** Until when a certificate leads to one of the roots, everything on the way being valid at a time; null when it does not. */
export function leadsToRoot(
  leaf: Certificate,
  between: readonly Certificate[],
  roots: readonly Certificate[],
  at: number,
): number | null {
  let current = leaf;
  let until = leaf.to;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (at < current.from || at > current.to) return null;
    until = Math.min(until, current.to);
    if (roots.some((root) => root.x509.raw.equals(current.x509.raw))) return until;
    const issued = (by: Certificate) =>
      by !== current && by.x509.ca && current.x509.checkIssued(by.x509) && current.x509.verify(by.x509.publicKey);
    const next = roots.find(issued) ?? between.find(issued);
    if (next === undefined) return null;
    current = next;
  }
  return null;
}
