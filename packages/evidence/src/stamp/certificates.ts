import { X509Certificate } from 'node:crypto';
import { readBase64 } from '../bytes/index.ts';
import { BadDer, type Der, integerOf, oidOf, parts, partsOf, readDer, readDerThroughout, TAG } from '../der/index.ts';

const OID = {
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
};
/**
 * What may be critical (RFC 5280, 4.2). Any policy is one that is wanted, so what is said of policies changes nothing; constraints on
 * names are not among them, since nobody looks at names here.
 */
const UNDERSTOOD = new Set(Object.values(OID));
const TRUE = Buffer.of(0xff);
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** Bits of a key usage: digital signatures, and those that cannot be denied afterwards. */
const SIGNATURES = 0xc0;

/** A certificate that has been read, and what a time stamp needs to know of it. */
export interface Certificate {
  x509: X509Certificate;
  issuer: Buffer;
  subject: Buffer;
  serial: string;
  /** The key with its algorithm. */
  key: Buffer;
  /** Its key may stamp times, and nothing else. */
  stamps: boolean;
  /** Nothing that must be understood is not. */
  understood: boolean;
  /** How many authorities may stand between this one and who stamps; null: any number. */
  pathLength: number | null;
  from: number;
  /** The first moment at which it is not valid any more, as openssl has it. */
  to: number;
}

/** Throws when the bytes are no certificate. */
export function readCertificate(bytes: Buffer): Certificate {
  // Before the other reader, which takes PEM and more than one way to write the same.
  const whole = readDerThroughout(bytes);
  const x509 = new X509Certificate(bytes);
  if (!x509.raw.equals(bytes)) throw new BadDer('a certificate');
  const body = parts(parts(whole).next(TAG.SEQUENCE));
  body.optional(0xa0);
  const serial = integerOf(body.next(TAG.INTEGER));
  body.next(TAG.SEQUENCE);
  const issuer = body.next(TAG.SEQUENCE).bytes;
  if (!partsOf(body.next(TAG.SEQUENCE)).every(isMoment)) throw new BadDer('a time of a certificate');
  const subject = body.next(TAG.SEQUENCE).bytes;
  const key = body.next(TAG.SEQUENCE).bytes;
  // Identifiers that nobody uses may stand between.
  for (const tag of [0x81, 0x82]) body.optional(tag);
  const list = body.optional(0xa3);
  const extensions = list === null ? [] : partsOf(parts(list, 0xa3).next(TAG.SEQUENCE)).map(readExtension);
  return {
    x509,
    ...{ issuer, subject, serial, key },
    stamps: onlyStamps(extensions),
    understood: extensions.every(({ oid, critical }) => !critical || UNDERSTOOD.has(oid)),
    pathLength: pathLengthOf(extensions),
    from: x509.validFromDate.getTime(),
    to: x509.validToDate.getTime(),
  };
}

/** RFC 5280, 4.1.2.5: in seconds, and in UTC. */
const MOMENTS = new Map([
  [0x17, /^\d{12}Z$/],
  [TAG.TIME as number, /^\d{14}Z$/],
]);
const isMoment = ({ tag, content }: Der): boolean => MOMENTS.get(tag)?.test(content.toString('latin1')) === true;

interface Extension {
  oid: string;
  critical: boolean;
  /** DER, which only who asks for it reads. */
  value: Buffer;
}

function readExtension(extension: Der): Extension {
  const list = parts(extension);
  const oid = oidOf(list.next(TAG.OID));
  const critical = list.optional(TAG.BOOLEAN)?.content.equals(TRUE) === true;
  return { oid, critical, value: list.next(TAG.OCTETS).content };
}

/** The one extension of a kind; null where there is none. */
function extensionOf(extensions: readonly Extension[], oid: string): Extension | null {
  const found = extensions.filter((extension) => extension.oid === oid);
  if (found.length > 1) throw new BadDer('an extension that stands twice');
  return found[0] ?? null;
}

function onlyStamps(extensions: readonly Extension[]): boolean {
  const purpose = extensionOf(extensions, OID.extendedKeyUsage);
  const usage = extensionOf(extensions, OID.keyUsage);
  if (purpose?.critical !== true) return false;
  const purposes = partsOf(readDer(purpose.value)).map(oidOf);
  return purposes.length === 1 && purposes[0] === TIME_STAMPING && (usage === null || onlySigns(readDer(usage.value)));
}

function onlySigns({ tag, content }: Der): boolean {
  if (tag !== TAG.BITS) throw new BadDer('a key usage');
  const [, first = 0, ...more] = content;
  return (first & SIGNATURES) !== 0 && (first & ~SIGNATURES) === 0 && more.every((byte) => byte === 0);
}

function pathLengthOf(extensions: readonly Extension[]): number | null {
  const constraints = extensionOf(extensions, OID.basicConstraints);
  if (constraints === null) return null;
  const list = parts(readDer(constraints.value));
  list.optional(TAG.BOOLEAN);
  const most = list.optional(TAG.INTEGER);
  list.end();
  return most && Number.parseInt(integerOf(most), 16);
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

/** The certificates of a text that holds nothing else, and one at least. Throws BadDer when it does not. */
export function onlyCertificatesOfPem(pem: string): Buffer[] {
  if (pem.replaceAll(PEM, '').replaceAll(SPACE, '') !== '') throw new BadDer('certificates are not PEM');
  const certificates = certificatesOfPem(pem);
  if (certificates.length === 0) throw new BadDer('no certificates');
  return certificates;
}

export const isSelfSigned = ({ x509 }: Certificate): boolean => x509.checkIssued(x509) && x509.verify(x509.publicKey);
const isSelfIssued = ({ issuer, subject }: Certificate): boolean => issuer.equals(subject);

/** Two keys of one name: who looks for an issuer by its name takes one of them, who looks by the signature the other. */
export function haveOneKeyEach(certificates: readonly Certificate[]): boolean {
  const keys = new Map<string, Buffer>();
  for (const { subject, key } of certificates) {
    const name = subject.toString('latin1');
    if (keys.get(name)?.equals(key) === false) return false;
    keys.set(name, key);
  }
  return true;
}

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
  let passed = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (at < current.from || at >= current.to || !current.understood) return null;
    until = Math.min(until, current.to);
    if (roots.some((root) => root.x509.raw.equals(current.x509.raw))) return until;
    const issued = (by: Certificate) =>
      by !== current && by.x509.ca && current.x509.checkIssued(by.x509) && current.x509.verify(by.x509.publicKey);
    const next = roots.find(issued) ?? between.find(issued);
    if (next === undefined) return null;
    if (step > 0 && !isSelfIssued(current)) passed += 1;
    if (next.pathLength !== null && passed > next.pathLength) return null;
    current = next;
  }
  return null;
}
