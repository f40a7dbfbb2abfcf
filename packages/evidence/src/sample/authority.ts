import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
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
  sha256: oid('608648016503040201'),
  sha512: oid('608648016503040203'),
  rsaSha256: oid('2a864886f70d01010b'),
  ecdsaSha256: oid('2a8648ce3d040302'),
  signedData: oid('2a864886f70d010702'),
  tstInfo: oid('2a864886f70d0109100104'),
  contentType: oid('2a864886f70d010903'),
  messageDigest: oid('2a864886f70d010904'),
  signingCertificateV2: oid('2a864886f70d010910022f'),
  policy: oid('2a0304'),
};
const NULL = der(TAG.NULL);
const integer = (...bytes: number[]): Buffer => der(TAG.INTEGER, Buffer.of(...bytes));
const sequence = (...parts: Uint8Array[]): Buffer => der(TAG.SEQUENCE, ...parts);
const set = (...parts: Uint8Array[]): Buffer => der(TAG.SET, ...parts.toSorted(Buffer.compare));
const octets = (bytes: Uint8Array): Buffer => der(TAG.OCTETS, bytes);
const SHA256 = sequence(OID.sha256, NULL);
const SHA512 = sequence(OID.sha512, NULL);

/** 20261102030000Z, and a fraction of the second where there is one. */
const time = (at: number): Buffer =>
  der(TAG.TIME, Buffer.from(new Date(at).toISOString().replace(/[-T:]|\.?0*(?=Z)/g, '')));
const nameOf = (text: string): Buffer => sequence(set(sequence(OID.commonName, der(0x0c, Buffer.from(text)))));
const extension = (id: Buffer, value: Buffer): Buffer => sequence(id, der(TAG.BOOLEAN, Buffer.of(0xff)), octets(value));

interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const algorithmOf = ({ privateKey }: Keys): Buffer =>
  privateKey.asymmetricKeyType === 'rsa' ? sequence(OID.rsaSha256, NULL) : sequence(OID.ecdsaSha256);

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
}

const EVER: [number, number] = [Date.UTC(2020, 0, 1), Date.UTC(2060, 0, 1)];

export function sampleAuthority({
  kind,
  name = 'Sample',
  purpose = 'stamps',
  valid = EVER,
}: AuthorityMakeUp): SampleAuthority {
  const make = (): Keys =>
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [rootKeys, ownKeys] = [make(), make()];
  const [rootName, ownName] = [`${name} Root`, `${name} TSA`];
  const root = certificate(1, rootName, rootName, rootKeys, rootKeys, EVER, [
    extension(OID.basicConstraints, sequence(der(TAG.BOOLEAN, Buffer.of(0xff)))),
    extension(OID.keyUsage, der(TAG.BITS, Buffer.of(2, 0x04))),
  ]);
  const usage = octets(sequence(OID.timeStamping));
  const purposes = {
    stamps: [extension(OID.extendedKeyUsage, sequence(OID.timeStamping))],
    'not-critical': [sequence(OID.extendedKeyUsage, usage)],
    anything: [],
  };
  const own = certificate(2, ownName, rootName, ownKeys, rootKeys, valid, [
    extension(OID.keyUsage, der(TAG.BITS, Buffer.of(7, 0x80))),
    ...purposes[purpose],
  ]);
  let serial = 0;
  const stamp = (imprint: Uint8Array, at: number, nonce?: Uint8Array): Buffer => {
    serial += 1;
    const info = sequence(
      integer(1),
      OID.policy,
      sequence(imprint.length === 64 ? SHA512 : SHA256, octets(imprint)),
      integer(0x40 + (serial >> 16), (serial >> 8) & 0xff, serial & 0xff),
      time(at),
      ...(nonce === undefined ? [] : [positive(nonce)]),
    );
    const attributes = [
      sequence(OID.contentType, set(OID.tstInfo)),
      sequence(OID.messageDigest, set(octets(sha256(info)))),
      sequence(OID.signingCertificateV2, set(sequence(sequence(sequence(octets(sha256(own))))))),
    ];
    const signed = set(...attributes);
    const body = signed.subarray(signed.length - attributes.reduce((sum, { length }) => sum + length, 0));
    const signer = sequence(
      integer(1),
      sequence(nameOf(rootName), integer(2)),
      SHA256,
      der(0xa0, body),
      algorithmOf(ownKeys),
      octets(sign('sha256', signed, ownKeys.privateKey)),
    );
    const content = sequence(OID.tstInfo, der(0xa0, octets(info)));
    const data = sequence(integer(3), set(SHA256), content, der(0xa0, own, root), set(signer));
    return sequence(sequence(integer(0)), sequence(OID.signedData, der(0xa0, data)));
  };
  return { rootPem: pem(root), chainPem: pem(own) + pem(root), stamp };
}
