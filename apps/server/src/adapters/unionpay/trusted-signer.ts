import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Fields } from '../form-fields.ts';
import { isSigned } from './acp-signature.ts';

export interface TrustOptions {
  /** Root and middle certificates of UnionPay, one PEM after the other. */
  readonly certificatesPem: string;
  /** Third part of the name of whoever may sign: `…@…@中国银联股份有限公司@…`. */
  readonly organisation: string;
}

export type MessageFault = 'certificate' | 'signature';

/** Says why a message is not UnionPay's own, or null when it is. */
export type MessageCheck = (message: Fields, nowMs: number) => MessageFault | null;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const MAX_MIDDLES = 3;

/**
 * A message brings its signer's certificate along. It counts only when it leads to a configured root, every link is
 * within its dates, and it is made out to UnionPay itself: the same authority certifies every merchant.
 * Throws at once when the configured certificates are malformed or have no root among them.
 */
export function createMessageCheck({ certificatesPem, organisation }: TrustOptions): MessageCheck {
  const authorities = (certificatesPem.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
  if (!authorities.some(isRoot)) throw new Error('no root among the certificates of UnionPay');

  function isTrusted(certificate: X509Certificate, nowMs: number, middlesLeft: number): boolean {
    if (!isCurrent(certificate, nowMs)) return false;
    return authorities.some((issuer) => {
      if (!issuer.ca || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return false;
      return isRoot(issuer) ? isCurrent(issuer, nowMs) : middlesLeft > 0 && isTrusted(issuer, nowMs, middlesLeft - 1);
    });
  }

  function keyOf(pem: string | undefined, nowMs: number): KeyObject | null {
    try {
      const certificate = new X509Certificate(pem ?? '');
      const { publicKey } = certificate;
      if (organisationOf(certificate) !== organisation || publicKey.asymmetricKeyType !== 'rsa') return null;
      return isTrusted(certificate, nowMs, MAX_MIDDLES) ? publicKey : null;
    } catch {
      return null;
    }
  }

  return (message, nowMs) => {
    const key = keyOf(message.signPubKeyCert, nowMs);
    if (key === null) return 'certificate';
    return isSigned(message, key) ? null : 'signature';
  };
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.ca && certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
}

function isCurrent({ validFrom, validTo }: X509Certificate, nowMs: number): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo);
}

/** Null when there is not exactly one name. */
function organisationOf({ subject }: X509Certificate): string | null {
  const names = subject.split('\n').filter((line) => line.startsWith('CN='));
  return names.length === 1 ? (names[0]?.slice(3).split('@')[2] ?? null) : null;
}
