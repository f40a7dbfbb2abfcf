import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { der, objectId, sequence } from '../keys/der.ts';

/** A time stamp authority: its root's certificate, and stamps in the form of RFC 3161. */
export type Authority = {
  rootPem: string;
  /** The whole reply to a request that was read. */
  stamp(request: StampRequest, atMs: number, serial: number): Buffer;
};

/** What somebody wants stamped. */
export type StampRequest = {
  /** The algorithm and the hash, as they stand in the request. */
  imprint: Buffer;
  /** The number that the answer repeats, as it stands there. */
  nonce: Buffer | null;
  wantsCertificates: boolean;
};

const OID = {
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** Of no authority: a policy for tests. */
  policy: '1.2.3.4',
};

const YES = der(0x01, Buffer.from([0xff]));
const ECDSA = sequence(objectId(OID.ecdsaWithSha256));
const SHA256 = sequence(objectId(OID.sha256), der(0x05));
const integer = (value: number): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
};
const octets = (bytes: Buffer): Buffer => der(0x04, bytes);
const setOf = (...parts: Buffer[]): Buffer => der(0x31, Buffer.concat(parts.toSorted(Buffer.compare)));
const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}Z`));
const nameOf = (text: string): Buffer =>
  sequence(setOf(sequence(objectId(OID.commonName), der(0x0c, Buffer.from(text)))));
const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), YES, octets(value));
const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
type Named = { name: string; pair: Pair };

function certificate(serial: number, own: Named, by: Named, extensions: Buffer[]): Buffer {
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    ECDSA,
    nameOf(by.name),
    sequence(time(Date.UTC(2020, 0, 1)), time(Date.UTC(2059, 11, 31))),
    nameOf(own.name),
    own.pair.publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  );
  return sequence(body, ECDSA, der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, by.pair.privateKey)])));
}

/** An authority with keys of its own, made now. */
export function createAuthority(name: string): Authority {
  const pair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const root: Named = { name: `${name} Root (test)`, pair: pair() };
  const own: Named = { name: `${name} (test)`, pair: pair() };
  const rootCertificate = certificate(1, root, root, [
    extension(OID.basicConstraints, sequence(YES)),
    extension(OID.keyUsage, der(0x03, Buffer.from([2, 0x04]))),
  ]);
  const ownCertificate = certificate(2, own, root, [
    extension(OID.keyUsage, der(0x03, Buffer.from([7, 0x80]))),
    extension(OID.extendedKeyUsage, sequence(objectId(OID.timeStamping))),
  ]);
  const lines = rootCertificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    rootPem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    stamp({ imprint, nonce, wantsCertificates }, atMs, serial) {
      const info = sequence(
        integer(1),
        objectId(OID.policy),
        imprint,
        integer(serial),
        time(atMs),
        ...(nonce === null ? [] : [nonce]),
      );
      const attributes = setOf(
        sequence(objectId(OID.contentType), setOf(objectId(OID.tstInfo))),
        sequence(objectId(OID.messageDigest), setOf(octets(digestOf(info)))),
        sequence(
          objectId(OID.signingCertificateV2),
          setOf(sequence(sequence(sequence(octets(digestOf(ownCertificate)))))),
        ),
      );
      const signer = sequence(
        integer(1),
        sequence(nameOf(root.name), integer(2)),
        SHA256,
        // In the message the signed set stands under a tag of its own.
        Buffer.concat([Buffer.of(0xa0), attributes.subarray(1)]),
        ECDSA,
        octets(sign('sha256', attributes, own.pair.privateKey)),
      );
      const signed = sequence(
        integer(3),
        setOf(SHA256),
        sequence(objectId(OID.tstInfo), der(0xa0, octets(info))),
        ...(wantsCertificates ? [der(0xa0, Buffer.concat([ownCertificate, rootCertificate]))] : []),
        setOf(signer),
      );
      return sequence(sequence(integer(0)), sequence(objectId(OID.signedData), der(0xa0, signed)));
    },
  };
}

/** A reply that refuses: status 2, and why as a bit of PKIFailureInfo. */
export function refusal(bit: number): Buffer {
  const bits = Buffer.alloc(1 + Math.floor(bit / 8) + 1);
  bits[0] = 7 - (bit % 8);
  bits[1 + Math.floor(bit / 8)] = 0x80 >> (bit % 8);
  return sequence(sequence(integer(2), der(0x03, bits)));
}
