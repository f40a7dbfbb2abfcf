import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { OFFSET_HOLDER, SEAL_BYTES, type SealPlace } from './seal-place.ts';
import { type SealKey, signedData } from './signed-data.ts';

/** Signs papers digitally in the name of whoever the certificate was issued to. */
export interface PaperSealer {
  /** What has to be drawn into a document that is to be signed. */
  place(atMs: number): SealPlace;
  /** Signs a document drawn with that place. The file keeps its length. */
  seal(pdf: Buffer): Buffer;
}

/**
 * @param certificatesPem the signer's certificate first, then the ones between it and an authority
 * @throws Error when the key does not belong to the first certificate
 */
export function createPaperSealer(input: { privateKeyPem: string; certificatesPem: string }): PaperSealer {
  const privateKey = createPrivateKey(input.privateKeyPem);
  const pems = input.certificatesPem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [own, ...others] = pems.map((pem) => new X509Certificate(pem));
  if (!own?.checkPrivateKey(privateKey)) throw new Error('the key of the papers does not belong to the certificate');
  const key: SealKey = { privateKey, certificates: [own, ...others] };
  const signer = /^CN=(.+)$/m.exec(own.subject)?.[1] ?? own.subject;
  return {
    place: (atMs) => ({ signer, reason: '由本机构出具，内容没有被更改', atMs }),
    seal: (pdf) => sealPdf(pdf, key),
  };
}

const RANGE_HOLDER = `[0 /${OFFSET_HOLDER} /${OFFSET_HOLDER} /${OFFSET_HOLDER}]`;

/** Fills the empty signature: everything but its own digits is signed. */
function sealPdf(pdf: Buffer, key: SealKey): Buffer {
  const sealed = Buffer.from(pdf);
  const holder = `<${'00'.repeat(SEAL_BYTES)}>`;
  const start = sealed.indexOf(holder, 0, 'latin1');
  const rangeAt = sealed.indexOf(RANGE_HOLDER, 0, 'latin1');
  if (start < 0 || rangeAt < 0) throw new Error('the document has no place for a signature');
  const end = start + holder.length;
  const range = `[0 ${start} ${end} ${sealed.length - end}]`;
  sealed.write(range.padEnd(RANGE_HOLDER.length, ' '), rangeAt, 'latin1');
  const digest = createHash('sha256').update(sealed.subarray(0, start)).update(sealed.subarray(end)).digest();
  const signature = signedData(digest, key);
  if (signature.length > SEAL_BYTES) throw new Error('the certificates are too long for the place of the signature');
  sealed.write(signature.toString('hex').padEnd(SEAL_BYTES * 2, '0'), start + 1, 'latin1');
  return sealed;
}
