import { createHash } from 'node:crypto';
import { der, partsOf, readDer, TAG } from '@huimin/evidence/der';
import { type AuthorityMakeUp, sampleAuthority, sampleWorld, unknownExtension } from '@huimin/evidence/sample';
import { readStamp } from '@huimin/evidence/stamp';
import type { VerdictWord } from '@huimin/evidence/verify';
import type { EdgePackage } from './edge-cases.ts';
import { bytesOf, type Files, named } from './mutations.ts';
import { filesOf } from './tampering.ts';

// Stamps of which one thing is just so, or just not so, by an authority of whoever wants to be believed.

interface StampCase extends Partial<AuthorityMakeUp> {
  /** Of what is stamped, or archived. */
  hash?: 'sha1' | 'sha256';
  imprint?: 'sha1' | 'sha256' | 'sha512';
  /** Milliseconds after the true stamp. */
  late?: number;
  /** Its certificate is valid for so long before and after the true stamp. */
  validFor?: [before: number, after: number];
  reply?: (reply: Buffer) => Buffer;
  /** Its certificates, who stamps first and the root last, as they come with it. */
  pem?: (certificates: string[], twin: string[]) => string;
  /** Which of them the call names as roots; without, those that come along are believed. */
  roots?: (certificates: string[]) => string;
}

const ownRoot = (certificates: string[]): string => certificates.at(-1) ?? '';
const all = (certificates: string[]): string => certificates.join('');
const noCertificate = (pem: string): StampCase => ({ pem: () => pem, roots: ownRoot });
const time = (change: (text: string) => string): StampCase => ({ writes: change });
const otherEnd = (end: string): StampCase => time((text) => text.replace(/Z$/, end));

/** Values within values: the one that `path` leads to, changed. */
function within(bytes: Buffer, path: readonly number[], change: (bytes: Buffer) => Buffer): Buffer {
  const [first, ...rest] = path;
  if (first === undefined) return change(bytes);
  const value = readDer(bytes);
  const parts = partsOf(value).map((part) => part.bytes);
  return der(value.tag, ...parts.with(first, within(parts[first] as Buffer, rest, change)));
}

/** Where things stand in a reply: its status, certificates and signer. */
const STATUS = [0];
const CERTIFICATES = [1, 1, 0, 3];
const SIGNER = [1, 1, 0, 4, 0];
const ATTRIBUTES = [...SIGNER, 3];

const withMore =
  (more: Buffer) =>
  (bytes: Buffer): Buffer => {
    const value = readDer(bytes);
    return der(value.tag, value.content, more);
  };
/** The same value with a length that is longer than it need be. */
const longer = (bytes: Buffer): Buffer => {
  const { tag, content } = readDer(bytes);
  const length = Buffer.of(0x83, content.length >> 16, (content.length >> 8) & 0xff, content.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, content]);
};
const reversed = (bytes: Buffer): Buffer => {
  const value = readDer(bytes);
  return der(
    value.tag,
    ...partsOf(value)
      .map((part) => part.bytes)
      .toReversed(),
  );
};
/** The name of who signed in capitals, which for some is the same name. */
const inCapitals = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace('Case Root', 'CASE ROOT'), 'latin1');
const nested = (deep: number): Buffer =>
  Array.from({ length: deep }).reduce<Buffer>((inner) => der(TAG.SEQUENCE, inner), Buffer.of());
/** An attribute that nobody signed. */
const unsigned = (value: Buffer): Buffer =>
  der(0xa1, der(TAG.SEQUENCE, der(TAG.OID, Buffer.of(0x2a, 3, 0x63)), der(TAG.SET, value)));
const inReply = (path: readonly number[], change: (bytes: Buffer) => Buffer): StampCase => ({
  reply: (reply) => within(reply, path, change),
});
const granted = (status: number, ...more: Buffer[]): StampCase =>
  inReply(STATUS, () => der(TAG.SEQUENCE, der(TAG.INTEGER, Buffer.of(status)), ...more));

const TEXT = 0x0c;
const YEARS = 10 ** 12;
const CASES: Record<string, [VerdictWord, StampCase]> = {
  'as an authority stamps': ['intact', {}],
  'by RSA': ['intact', { kind: 'rsa' }],

  'with an empty list of certificates': ['altered', noCertificate('')],
  'with nothing but an empty line for certificates': ['altered', noCertificate('\n')],
  'with words for certificates': ['altered', noCertificate('certificates\n')],
  'with a certificate of nothing': [
    'altered',
    noCertificate('-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----\n'),
  ],
  'without its root, which is known': ['intact', { pem: ([own = '']) => own, roots: ownRoot }],
  'without its root': ['altered', { pem: ([own = '']) => own }],
  'with its root alone': ['intact', { pem: ownRoot }],
  'with its certificates twice': ['intact', { pem: (own) => all(own) + all(own) }],
  'with as many certificates as may come along': ['intact', { pem: (own) => all(own) + ownRoot(own).repeat(96) }],
  'with one more than that': ['altered', { pem: (own) => all(own) + ownRoot(own).repeat(97) }],
  'with a certificate of which no root came along': [
    'altered',
    { pem: (own, [first = '']) => all(own) + first, roots: ownRoot },
  ],
  'with a whole row of certificates more': ['intact', { pem: (own, more) => all(own) + all(more), roots: ownRoot }],
  'with a byte behind a certificate': ['altered', { pem: ([own = '', root = '']) => own + withByte(root) }],
  'with another key of the name of its root': [
    'altered',
    { name: 'Twin', pem: (own, twin) => all(own) + ownRoot(twin) },
  ],
  'with another key of the name of its root before it': [
    'altered',
    { name: 'Twin', pem: (own, twin) => ownRoot(twin) + all(own), roots: ownRoot },
  ],
  'by a root of which an authority is believed': ['intact', { between: 1, roots: ([, between = '']) => between }],
  'by who is believed without a root': ['intact', { roots: ([own = '']) => own }],
  'by another root than is known': ['altered', { roots: () => all(TWIN) }],
  'with words in place of the roots that are known': ['altered', { roots: () => 'roots\n' }],

  'of a checkpoint by SHA-1': ['altered', { imprint: 'sha1' }],
  'of a checkpoint by SHA-512': ['altered', { imprint: 'sha512' }],
  'signed over SHA-1': ['altered', { hash: 'sha1' }],
  'signed by RSA over SHA-1': ['altered', { kind: 'rsa', hash: 'sha1' }],
  'names its certificate by SHA-1': ['intact', { names: 'sha1' }],
  'names no certificate': ['altered', { names: 'nobody' }],
  'names another certificate as well': ['altered', { names: 'another-by-sha1' }],
  'names all certificates on the way': ['intact', { names: 'all', between: 1 }],
  'names one more, which did not come along': ['altered', { names: 'all-and-another' }],

  'by a certificate with an extension that need not be understood': [
    'intact',
    { extensions: [unknownExtension(false)] },
  ],
  'by a certificate with one that must be': ['altered', { extensions: [unknownExtension(true)] }],
  'from a root with one that must be': ['altered', { rootExtensions: [unknownExtension(true)] }],
  'by a key for what cannot be denied': ['intact', { keyUsage: 0x40 }],
  'by a key that signs certificates': ['altered', { keyUsage: 0x04 }],
  'by a key that signs and encrypts': ['altered', { keyUsage: 0xa0 }],
  'by a certificate for anything': ['altered', { purpose: 'anything' }],
  'with an authority between': ['intact', { between: 1 }],
  'with as many authorities between as the root allows': ['intact', { between: 2, pathLength: 2 }],
  'with one more than the root allows': ['altered', { between: 2, pathLength: 1 }],
  'with four authorities between': ['intact', { between: 4 }],
  'with five authorities between': ['altered', { between: 5 }],

  'a moment before its certificate ends': ['incomplete', { validFor: [60_000, 1_000] }],
  'when its certificate ends': ['altered', { validFor: [60_000, 0] }],
  'less than a second after its certificate ended': ['altered', { validFor: [60_000, 0], late: 340 }],
  'less than a second before its certificate ends': ['incomplete', { validFor: [60_000, 1_000], late: 340 }],
  'when its certificate begins': ['intact', { validFor: [0, YEARS] }],
  'less than a second before its certificate begins': ['altered', { validFor: [-1_000, YEARS], late: 340 }],
  'by a certificate that ends within a second': ['altered', { validFor: [60_000, YEARS + 500] }],
  'with a part of a second': ['intact', { late: 340 }],
  'with seven figures of a second': ['intact', otherEnd('.1234567Z')],
  'with a zero behind the point': ['altered', otherEnd('.0Z')],
  'with a zero behind the figures': ['altered', otherEnd('.10Z')],
  'in the time of Beijing': ['altered', otherEnd('+0800')],
  'in the time of Greenwich, written as another': ['altered', otherEnd('+0000')],
  'in no time that is told': ['altered', otherEnd('')],
  'without seconds': ['altered', time((text) => text.replace(/..Z$/, 'Z'))],
  'in a leap second': ['altered', time((text) => text.replace(/..Z$/, '60Z'))],
  'at 24 hours': ['altered', time((text) => text.replace(/.{6}Z$/, '240000Z'))],

  'granted with changes': ['altered', granted(1)],
  'granted with words': ['intact', granted(0, der(TAG.SEQUENCE, der(TEXT, Buffer.from('granted'))))],
  'granted with more words than a reply has room for': [
    'altered',
    granted(0, der(TAG.SEQUENCE, der(TEXT, Buffer.alloc(2 ** 18, 'x')))),
  ],
  'with a longer length than need be': ['altered', inReply(SIGNER, longer)],
  'with a longer length than need be, deep inside': ['altered', inReply([...ATTRIBUTES, 0, 1], longer)],
  'with its attributes in another order': ['altered', inReply(ATTRIBUTES, reversed)],
  'with the name of its signer in capitals': ['altered', { name: 'Case', ...inReply([...SIGNER, 1], inCapitals) }],
  'with an attribute that nobody signed': ['intact', inReply(SIGNER, withMore(unsigned(nested(8))))],
  'with one that is too deep': ['altered', inReply(SIGNER, withMore(unsigned(nested(80))))],
  'with one that is deep enough to end a program': ['altered', inReply(SIGNER, withMore(unsigned(nested(20_000))))],
  'with no certificates in the reply': ['intact', inReply(CERTIFICATES, () => Buffer.of())],
};

const pemOf = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
const withByte = (pem: string): string =>
  pemOf(Buffer.concat([Buffer.from(pem.replaceAll(/-----.*-----|\n/g, ''), 'base64'), Buffer.of(0)]));
const inList = (pem: string): string[] => pem.split(/(?<=-----END CERTIFICATE-----\n)/);
/** An authority of the same name as another. */
const TWIN = inList(sampleAuthority({ kind: 'ec', name: 'Twin' }).chainPem);

/** What a package says is right; only its stamp is made anew. */
function stampedAs(
  files: Files,
  { imprint = 'sha256', late = 0, validFor, reply = (bytes) => bytes, pem = all, roots, ...make }: StampCase,
): Pick<EdgePackage, 'files' | 'roots'> {
  const stamped = new Map(files);
  const [name = ''] = named(files, /^stamps\/.*\.tsr$/);
  const said = readStamp(bytesOf(files, name));
  if ('damage' in said) throw new Error(said.damage);
  const valid = validFor && ([said.at - validFor[0], said.at + validFor[1]] as [number, number]);
  const authority = sampleAuthority({ kind: 'ec', ...make, ...(valid && { valid }) });
  const checkpoint = bytesOf(files, name.replace('.tsr', '.checkpoint'));
  stamped.set(name, reply(authority.stamp(createHash(imprint).update(checkpoint).digest(), said.at + late)));
  const certificates = inList(authority.chainPem);
  stamped.set(name.replace('.tsr', '.pem'), Buffer.from(pem(certificates, TWIN)));
  return { files: stamped, ...(roots && { roots: roots(certificates) }) };
}

export function stampPackages(seed: number): EdgePackage[] {
  const files = filesOf(sampleWorld({ seed, count: 1, traits: ['plain-sale'] }), 0);
  return Object.entries(CASES).map(([what, [verdict, stamp]]) => ({
    what: `stamped ${what}`,
    verdict,
    ...stampedAs(files, stamp),
  }));
}
