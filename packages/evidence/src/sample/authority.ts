import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sha256 } from '../bytes/index.ts';
import { der, TAG } from '../der/index.ts';
import { positive } from '../stamp/request.ts';

// A time stamp authority for tests: it makes its own root, its own certificate and its own stamps.

const oid = (bytes: string): Buffer => der(TAG.OID, Buffer.from(bytes, 'hex'));
const OID = {
  commonName: oid('550403'),
  keyUsage: oid('551d0f'),
  basicConstraints: oid('551d13'),
  extendedKeyUsage: oid('551d25'),
  timeStamping: oid('2b06010505070308'),
  sha1: oid('2b0e03021a'),
  sha256: oid('608648016503040201'),
  sha512: oid('608648016503040203'),
  rsaSha1: oid('2a864886f70d010105'),
  rsaSha256: oid('2a864886f70d01010b'),
  ecdsaSha1: oid('2a8648ce3d0401'),
  ecdsaSha256: oid('2a8648ce3d040302'),
  signedData: oid('2a864886f70d010702'),
  tstInfo: oid('2a864886f70d0109100104'),
  contentType: oid('2a864886f70d010903'),
  messageDigest: oid('2a864886f70d010904'),
  signingCertificate: oid('2a864886f70d010910020c'),
  signingCertificateV2: oid('2a864886f70d010910022f'),
  policy: oid('2a0304'),
  unknown: oid('2a0363'),
};
const NULL = der(TAG.NULL);
const integer = (...bytes: number[]): Buffer => der(TAG.INTEGER, Buffer.of(...bytes));
const sequence = (...parts: Uint8Array[]): Buffer => der(TAG.SEQUENCE, ...parts);
const set = (...parts: Uint8Array[]): Buffer => der(TAG.SET, ...parts.toSorted(Buffer.compare));
const octets = (bytes: Uint8Array): Buffer => der(TAG.OCTETS, bytes);
const SHA1 = sequence(OID.sha1, NULL);
const SHA256 = sequence(OID.sha256, NULL);
const SHA512 = sequence(OID.sha512, NULL);
/** By how long a hash is. */
const HASHES = new Map([
  [20, SHA1],
  [64, SHA512],
]);

/** 20261102030000Z, and a fraction of the second where there is one. */
const timeText = (at: number): string => new Date(at).toISOString().replace(/[-T:]|\.?0*(?=Z)/g, '');
const time = (at: number): Buffer => der(TAG.TIME, Buffer.from(timeText(at)));
const nameOf = (text: string): Buffer => sequence(set(sequence(OID.commonName, der(0x0c, Buffer.from(text)))));
const extension = (id: Buffer, value: Buffer): Buffer => sequence(id, der(TAG.BOOLEAN, Buffer.of(0xff)), octets(value));

interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const algorithmOf = ({ privateKey }: Keys, hash: 'sha1' | 'sha256' = 'sha256'): Buffer => {
  const [rsa, ec] = hash === 'sha1' ? [OID.rsaSha1, OID.ecdsaSha1] : [OID.rsaSha256, OID.ecdsaSha256];
  return privateKey.asymmetricKeyType === 'rsa' ? sequence(rsa, NULL) : sequence(ec);
};

function certificate(
  serial: number,
  subject: string,
  issuer: string,
  own: Keys,
  by: Keys,
  valid: [from: number, to: number],
  extensions: Buffer[],
): Buffer {
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    algorithmOf(by),
    nameOf(issuer),
    sequence(...valid.map(time)),
    nameOf(subject),
    own.publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  );
  return sequence(body, algorithmOf(by), der(TAG.BITS, Buffer.of(0), sign('sha256', body, by.privateKey)));
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

export interface SampleAuthority {
  rootPem: string;
  /** Certificate and root. */
  chainPem: string;
  /** Answers as an authority does: status and token. */
  stamp(imprint: Uint8Array, at: number, nonce?: Uint8Array): Buffer;
}

export interface AuthorityMakeUp {
  kind: 'rsa' | 'ec';
  name?: string;
  /** What the certificate may be used for, apart from what it should be. */
  purpose?: 'stamps' | 'anything' | 'not-critical';
  valid?: [from: number, to: number];
  /** What the key may be used for: bits of the first byte, digital signatures the highest. */
  keyUsage?: number;
  /** More extensions of who stamps, and of the root. */
  extensions?: Buffer[];
  rootExtensions?: Buffer[];
  /** How many authorities stand between the root and who stamps, and how many the root lets stand there. */
  between?: number;
  pathLength?: number;
  /** The reply comes with all certificates but the root's. */
  keepsRoot?: boolean;
  /** Of its signature. */
  hash?: 'sha1' | 'sha256';
  /** What is signed beside time and imprint: by which certificate. */
  names?: 'sha256' | 'sha1' | 'nobody' | 'another-by-sha1' | 'all' | 'all-and-another';
  /** The time as it is written. */
  writes?: (time: string) => string;
}

const EVER: [number, number] = [Date.UTC(2020, 0, 1), Date.UTC(2060, 0, 1)];

const bits = (byte: number): Buffer => der(TAG.BITS, Buffer.of(31 - Math.clz32(byte & -byte), byte));
const SIGNS_CERTIFICATES = 0x04;
const SIGNS = 0x80;

/** An extension that nobody knows. */
export const unknownExtension = (critical: boolean): Buffer =>
  critical ? extension(OID.unknown, NULL) : sequence(OID.unknown, octets(NULL));

export function sampleAuthority({
  kind,
  name = 'Sample',
  purpose = 'stamps',
  valid = EVER,
  keyUsage = SIGNS,
  extensions = [],
  rootExtensions = [],
  between = 0,
  pathLength,
  keepsRoot = false,
  hash = 'sha256',
  names = 'sha256',
  writes = (text) => text,
}: AuthorityMakeUp): SampleAuthority {
  const make = (): Keys =>
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [rootKeys, ownKeys] = [make(), make()];
  const [rootName, ownName] = [`${name} Root`, `${name} TSA`];
  const signsCertificates = (most: Buffer[]): Buffer[] => [
    extension(OID.basicConstraints, sequence(der(TAG.BOOLEAN, Buffer.of(0xff)), ...most)),
    extension(OID.keyUsage, bits(SIGNS_CERTIFICATES)),
  ];
  const root = certificate(1, rootName, rootName, rootKeys, rootKeys, EVER, [
    ...signsCertificates(pathLength === undefined ? [] : [integer(pathLength)]),
    ...rootExtensions,
  ]);
  const above: Buffer[] = [root];
  let [issuerName, issuerKeys] = [rootName, rootKeys];
  for (let number = 0; number < between; number++) {
    const next = { name: `${name} CA ${number}`, keys: make() };
    above.unshift(certificate(3, next.name, issuerName, next.keys, issuerKeys, EVER, signsCertificates([])));
    [issuerName, issuerKeys] = [next.name, next.keys];
  }
  const usage = octets(sequence(OID.timeStamping));
  const purposes = {
    stamps: [extension(OID.extendedKeyUsage, sequence(OID.timeStamping))],
    'not-critical': [sequence(OID.extendedKeyUsage, usage)],
    anything: [],
  };
  const own = certificate(2, ownName, issuerName, ownKeys, issuerKeys, valid, [
    extension(OID.keyUsage, bits(keyUsage)),
    ...purposes[purpose],
    ...extensions,
  ]);
  const sha1 = (bytes: Uint8Array): Buffer => createHash('sha1').update(bytes).digest();
  const named = (...hashes: Buffer[]): Buffer =>
    set(sequence(sequence(...hashes.map((bytes) => sequence(octets(bytes))))));
  const [byHash, bySha1] = [
    sequence(OID.signingCertificateV2, named(sha256(own))),
    (of: Buffer) => sequence(OID.signingCertificate, named(sha1(of))),
  ];
  const namesIt = {
    sha256: [byHash],
    sha1: [bySha1(own)],
    nobody: [],
    'another-by-sha1': [byHash, bySha1(root)],
    all: [sequence(OID.signingCertificateV2, named(...[own, ...above].map(sha256)))],
    'all-and-another': [sequence(OID.signingCertificateV2, named(...[own, ...above, Buffer.of(7)].map(sha256)))],
  }[names];
  const HASH = hash === 'sha1' ? SHA1 : SHA256;
  let serial = 0;
  const stamp = (imprint: Uint8Array, at: number, nonce?: Uint8Array): Buffer => {
    serial += 1;
    const info = sequence(
      integer(1),
      OID.policy,
      sequence(HASHES.get(imprint.length) ?? SHA256, octets(imprint)),
      integer(0x40 + (serial >> 16), (serial >> 8) & 0xff, serial & 0xff),
      der(TAG.TIME, Buffer.from(writes(timeText(at)))),
      ...(nonce === undefined ? [] : [positive(nonce)]),
    );
    const attributes = [
      sequence(OID.contentType, set(OID.tstInfo)),
      sequence(OID.messageDigest, set(octets(hash === 'sha1' ? sha1(info) : sha256(info)))),
      ...namesIt,
    ];
    const signed = set(...attributes);
    const body = signed.subarray(signed.length - attributes.reduce((sum, { length }) => sum + length, 0));
    const signer = sequence(
      integer(1),
      sequence(nameOf(issuerName), integer(2)),
      HASH,
      der(0xa0, body),
      algorithmOf(ownKeys, hash),
      octets(sign(hash, signed, ownKeys.privateKey)),
    );
    const content = sequence(OID.tstInfo, der(0xa0, octets(info)));
    const data = sequence(
      integer(3),
      set(HASH),
      content,
      der(0xa0, own, ...(keepsRoot ? above.slice(0, -1) : above)),
      set(signer),
    );
    return sequence(sequence(integer(0)), sequence(OID.signedData, der(0xa0, data)));
  };
  return { rootPem: pem(root), chainPem: [own, ...above].map(pem).join(''), stamp };
}
