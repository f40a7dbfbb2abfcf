import { createHash, timingSafeEqual, verify } from 'node:crypto';
import { type Damage, damage, isDamage, sha256 } from '../bytes/index.ts';
import {
  type Certificate,
  certificatesOfPem,
  haveOneKeyEach,
  isSelfSigned,
  leadsToRoot,
  onlyCertificatesOfPem,
  readCertificate,
} from './certificates.ts';
import { type CertificateHash, readReply, type Token } from './token.ts';

export * from './archive.ts';
export { certificatesOfPem } from './certificates.ts';
export { stampRequest } from './request.ts';

export const MOST_REPLY_BYTES = 256 * 1_024;
/** In a reply and beside it. */
const MOST_CERTIFICATES = 100;

/** What a time stamp that holds says. */
export interface Stamp {
  at: number;
  /** As long as the certificates are valid it proves this; afterwards an archive that was made before does. */
  until: number;
  serial: string;
  policy: string;
  /** Hash and name of the certificate whose key stamped. */
  authority: string;
  certificateSha256: string;
  /** Every certificate that came with it, in DER. */
  certificates: Buffer[];
}

export interface StampCheck {
  /** SHA-256 or SHA-512 of what was stamped. */
  imprint: Uint8Array;
  /** The one asked with; left out when the reply is an old one. */
  nonce?: Uint8Array;
  /** PEM: whom to believe. null believes the self-signed ones among `certificates`. */
  roots: string | null;
  /** PEM, and nothing else: certificates beside those in the reply. One at least, where they are given. */
  certificates?: string;
}

const hexOf = (nonce: Uint8Array): string => {
  const text = Buffer.from(nonce)
    .toString('hex')
    .replace(/^(00)+(?=..)/, '');
  return text === '' ? '00' : text;
};

/** Certificates read once each. */
const READ_MOST = 64;
const read = new Map<string, Certificate>();

function certificateOf(bytes: Buffer): Certificate {
  const key = sha256(bytes).toString('latin1');
  const known = read.get(key);
  if (known !== undefined) return known;
  const certificate = readCertificate(bytes);
  if (read.size >= READ_MOST) read.clear();
  read.set(key, certificate);
  return certificate;
}

/** What a reply says, before anything of it is believed. */
export function readStamp(
  reply: Uint8Array,
): Pick<Token, 'at' | 'serial' | 'policy' | 'imprint' | 'nonce' | 'certificates'> | Damage {
  const token = tokenOf(reply);
  if (isDamage(token)) return token;
  const { at, serial, policy, imprint, nonce, certificates } = token;
  return { at, serial, policy, imprint, nonce, certificates };
}

function tokenOf(reply: Uint8Array): Token | Damage {
  if (reply.length > MOST_REPLY_BYTES) return damage('too long for a time stamp');
  try {
    return readReply(reply);
  } catch (error) {
    return damage(`time stamp: ${(error as Error).message}`);
  }
}

/** Checks a time stamp as RFC 3161 asks. */
export function checkStamp(reply: Uint8Array, wanted: StampCheck): Stamp | Damage {
  const token = tokenOf(reply);
  if (isDamage(token)) return token;
  const imprintHash = wanted.imprint.length === 64 ? 'sha512' : 'sha256';
  if (token.imprintHash !== imprintHash || !token.imprint.equals(wanted.imprint))
    return damage('stamps something else');
  if (wanted.nonce !== undefined && token.nonce !== hexOf(wanted.nonce)) return damage('answers another question');
  try {
    return checkToken(token, wanted);
  } catch (error) {
    return damage(`time stamp: ${(error as Error).message}`);
  }
}

function checkToken(token: Token, { roots, certificates }: StampCheck): Stamp | Damage {
  const sent = token.certificates.map(certificateOf);
  const added = certificates === undefined ? [] : onlyCertificatesOfPem(certificates).map(certificateOf);
  const known = [...sent, ...added];
  if (known.length > MOST_CERTIFICATES) return damage('too many certificates');
  const trusted = roots === null ? added.filter(isSelfSigned) : certificatesOfPem(roots).map(certificateOf);
  if (trusted.length === 0) return damage('no root certificate');
  const signer = signerOf(token, known);
  if (signer === null) return damage('certificate of the signer is not there');
  if (!haveOneKeyEach(known)) return damage('two keys of one name');
  if (!signer.stamps) return damage('the certificate is not one for time stamps alone');
  const until = leadsToRoot(signer, known, trusted, token.at);
  if (until === null) return damage('the certificate does not lead to a root');
  const anchors = [...trusted, ...known.filter(isSelfSigned)];
  if (!known.every((certificate) => leadsToRoot(certificate, known, anchors, token.at) !== null)) {
    return damage('a certificate that came along does not hold');
  }
  const digest = createHash(token.digest).update(token.info).digest();
  if (!isSame(digest, token.messageDigest)) return damage('its content was changed');
  if (!verify(token.digest, token.attributes, signer.x509.publicKey, token.signature)) return damage('signature');
  const { at, serial, policy } = token;
  const certificateSha256 = sha256(signer.x509.raw).toString('hex');
  const authority = signer.x509.subject.replaceAll('\n', ', ');
  return { at, until, serial, policy, authority, certificateSha256, certificates: token.certificates };
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Who signed, as the stamp names it; null when it names another one, or one beside it that did not come along. */
function signerOf(token: Token, known: readonly Certificate[]): Certificate | null {
  const signer = known.find((certificate) => isNamed(certificate, token));
  const others = known.filter((certificate) => !signer?.x509.raw.equals(certificate.x509.raw));
  const above = token.certificateHashes.flatMap((hashes) => hashes.above);
  return signer && above.every((hash) => others.some((other) => isOf(other, hash))) ? signer : null;
}

function isNamed(certificate: Certificate, { signer, certificateHashes }: Token): boolean {
  const { serial, issuer } = certificate;
  if (serial !== signer.serial || !issuer.equals(signer.issuer)) return false;
  return certificateHashes.every(({ own }) => isOf(certificate, own));
}

const isOf = ({ x509 }: Certificate, { algorithm, value }: CertificateHash): boolean =>
  isSame(createHash(algorithm).update(x509.raw).digest(), value);
