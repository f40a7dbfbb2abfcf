import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { element, elementsOf, nothing, objectId, octets, sequence, setOf, smallInteger } from './der.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

const SHA256 = sequence(objectId(OID.sha256));

/** Who signs: the key, its certificate, and the certificates up to an authority. */
export interface SealKey {
  readonly privateKey: KeyObject;
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

/**
 * A detached CMS signature (RFC 5652) over bytes with this SHA-256, in the form PDF readers know as CAdES (ETSI EN 319
 * 122, level B-B): the certificate is bound into what is signed.
 */
export function signedData(digest: Buffer, { privateKey, certificates }: SealKey): Buffer {
  const [own] = certificates;
  const { issuer, serial } = issuerAndSerial(own);
  const attributes = [
    attribute(OID.contentType, objectId(OID.data)),
    attribute(OID.messageDigest, octets(digest)),
    // ESSCertIDv2; SHA-256 is its default and is therefore left out.
    attribute(
      OID.signingCertificateV2,
      sequence(sequence(sequence(octets(createHash('sha256').update(own.raw).digest())))),
    ),
  ];
  const isRsa = privateKey.asymmetricKeyType === 'rsa';
  const signature = sign('sha256', setOf(attributes), privateKey);
  const signer = sequence(
    smallInteger(1),
    sequence(issuer, serial),
    SHA256,
    // In the message the same set stands under a tag of its own.
    element(0xa0, ...[...attributes].sort(Buffer.compare)),
    isRsa ? sequence(objectId(OID.rsaEncryption), nothing()) : sequence(objectId(OID.ecdsaWithSha256)),
    octets(signature),
  );
  return sequence(
    objectId(OID.signedData),
    element(
      0xa0,
      sequence(
        smallInteger(1),
        setOf([SHA256]),
        sequence(objectId(OID.data)),
        element(0xa0, ...certificates.map(({ raw }) => raw)),
        setOf([signer]),
      ),
    ),
  );
}

function attribute(type: string, value: Buffer): Buffer {
  return sequence(objectId(type), setOf([value]));
}

/** As they stand in the certificate: version if any, serial number, algorithm, issuer. */
function issuerAndSerial({ raw }: X509Certificate): { issuer: Buffer; serial: Buffer } {
  const [certificate] = elementsOf(raw);
  const [body] = elementsOf(certificate?.content ?? Buffer.alloc(0));
  const fields = elementsOf(body?.content ?? Buffer.alloc(0));
  const [serial, , issuer] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  if (!serial || !issuer) throw new RangeError('The certificate has no issuer or serial number');
  return { issuer: issuer.whole, serial: serial.whole };
}
