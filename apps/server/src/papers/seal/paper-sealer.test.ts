import { createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { makeFreshKeys } from '@huimin/sandbox';
import { describe, expect, test } from 'vitest';
import { drawHere } from '../drawing/draw-pdf.ts';
import { readPdf } from '../read-pdf.ts';
import { SAMPLE_ORDER_MONEY, SAMPLE_POLICY, SAMPLE_VOUCHER } from '../sample-papers.ts';
import { elementsOf, setOf } from './der.ts';
import { createPaperSealer } from './paper-sealer.ts';
import { OFFSET_HOLDER } from './seal-place.ts';

const { paperSigning: keys } = makeFreshKeys();
const certificate = new X509Certificate(keys.certificatePem);
const sealer = createPaperSealer({ privateKeyPem: keys.privateKeyPem, certificatesPem: keys.certificatePem });
const AT_MS = Date.parse('2026-11-22T10:00:00+08:00');

/** Reads a signed document as a reader does: what is signed, and what the signature says. */
function readSignature(pdf: Buffer) {
  const [, start, end, rest] = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1'))?.map(Number) ?? [];
  if (start === undefined || end === undefined || rest === undefined) throw new Error('no byte range');
  const signed = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  const cms = Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex');
  const inside = (bytes: Buffer | undefined) => elementsOf(bytes ?? Buffer.alloc(0));
  const outer = inside(cms.subarray(0, 4 + cms.readUInt16BE(2)))[0];
  const [, wrapped] = inside(outer?.content);
  const parts = inside(inside(wrapped?.content)[0]?.content);
  const [signer] = inside(parts.at(-1)?.content);
  const [, , , attributes, , signature] = inside(signer?.content);
  const attribute = (index: number) => inside(inside(attributes?.content)[index]?.content)[1];
  return {
    coversAll: end + rest === pdf.length,
    digest: createHash('sha256').update(signed).digest(),
    certificate: inside(parts[3]?.content)[0]?.whole,
    attributes: setOf(inside(attributes?.content).map(({ whole }) => whole)),
    signature: signature?.content ?? Buffer.alloc(0),
    // Sorted by their bytes, so by their lengths: content type, digest, certificate.
    signedDigest: inside(attribute(1)?.content)[0]?.content,
    boundCertificate: attribute(2)?.whole,
  };
}

describe.each([
  { kind: 'policy', data: SAMPLE_POLICY } as const,
  { kind: 'voucher', data: SAMPLE_VOUCHER } as const,
  { kind: 'money', data: SAMPLE_ORDER_MONEY } as const,
])('a signed $kind', (drawing) => {
  test('covers every byte but the signature, and binds the certificate', async () => {
    const sealed = sealer.seal(await drawHere(drawing, sealer.place(AT_MS)));
    const read = readSignature(sealed);
    expect(read.coversAll).toBe(true);
    expect(read.signedDigest).toEqual(read.digest);
    expect(read.certificate).toEqual(certificate.raw);
    expect(read.boundCertificate?.includes(createHash('sha256').update(certificate.raw).digest())).toBe(true);
    expect(verify('sha256', read.attributes, certificate.publicKey, read.signature)).toBe(true);
    const changed = Buffer.from(sealed);
    changed[changed.length - 10] = 0;
    expect(readSignature(changed).digest).not.toEqual(read.signedDigest);
    expect(sealed.includes(OFFSET_HOLDER)).toBe(false);
  });

  test('opens in another reader without complaint', async () => {
    const pdf = await readPdf(sealer.seal(await drawHere(drawing, sealer.place(AT_MS))));
    expect(pdf.warnings).toEqual([]);
    expect(pdf).toMatchObject({ language: 'zh-CN', isTagged: true, showsTitle: true });
  });
});

test('the key must be that of the certificate', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  expect(() => createPaperSealer({ privateKeyPem: pem, certificatesPem: keys.certificatePem })).toThrow(
    'does not belong',
  );
});

test('a document without a place is not signed', async () => {
  const plain = await drawHere({ kind: 'policy', data: SAMPLE_POLICY });
  expect(() => sealer.seal(plain)).toThrow('no place');
});

test('only a paper signed by a certificate that counts says that it counts like paper', async () => {
  const text = async (more: object) =>
    (await readPdf(await drawHere({ kind: 'policy', data: { ...SAMPLE_POLICY, ...more } }))).text.replace(/\s/g, '');
  const sentence = '电子保单与纸质保单具有同等法律效力';
  expect(await text({})).not.toContain(sentence);
  expect(await text({ countsLikePaper: true })).toContain(sentence);
  expect(await text({ countsLikePaper: true, voided: { voidedAtMs: 0, reason: '已退保' } })).not.toContain(sentence);
});
