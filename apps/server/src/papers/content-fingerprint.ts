import { createHash } from 'node:crypto';
import type { EndorsementPaperData } from './endorsement-data.ts';
import type { PolicyPaperData, VoucherPaperData } from './paper-data.ts';

type FingerprintedData = PolicyPaperData | VoucherPaperData | EndorsementPaperData;

/** JSON with sorted keys, so that equal content gives equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * SHA-256 over everything a paper states, in hexadecimal: the same content gives the same fingerprint, whenever and
 * however often it is printed. A later void mark, the service's address and how the file is signed are not part
 * of it. A file cannot carry a fingerprint of its own bytes, so this is one of its content.
 */
export function contentFingerprint(data: FingerprintedData): string {
  const { voided: _voided, verificationUrl: _url, countsLikePaper: _signed, ...content } = data as PolicyPaperData;
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** `4C7E 19B0 83A2 … 5D61 F0E8`: enough of a fingerprint for two people to compare by eye. */
export function fingerprintText(fingerprint: string): string {
  const groups = fingerprint.toUpperCase().match(/.{4}/g) ?? [];
  return `${groups.slice(0, 3).join(' ')} … ${groups.slice(-2).join(' ')}`;
}

/** The fingerprint as it stands at the foot of a paper. */
export function fingerprintLine(data: FingerprintedData): string {
  return `内容指纹 SHA-256 ${fingerprintText(contentFingerprint(data))}`;
}
