import {
  BadDer,
  type Der,
  integerOf,
  oidOf,
  type Parts,
  parts,
  partsOf,
  readDer,
  readDerThroughout,
  TAG,
  timeOf,
} from '../der/index.ts';

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};
const HASHES: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Algorithms a signature may name, and the hash they fix. */
const SIGNATURES: Record<string, string | null> = {
  '1.2.840.113549.1.1.1': null,
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

const context = (number: number): number => 0xa0 + number;

export interface CertificateHash {
  algorithm: string;
  value: Buffer;
}

/** What a time stamp says, and what its signature is over. Nothing is checked yet. */
export interface Token {
  /** What was stamped. */
  imprint: Buffer;
  imprintHash: string;
  at: number;
  serial: string;
  policy: string;
  nonce: string | null;
  certificates: Buffer[];
  /** The signed content. */
  info: Buffer;
  /** What the signature is over. */
  attributes: Buffer;
  messageDigest: Buffer;
  digest: string;
  signature: Buffer;
  /** Issuer and serial number of whose key signed. */
  signer: { issuer: Buffer; serial: string };
  /** Hashes of whose certificate signed (one, or both that RFC 5816 allows), each with those of the certificates above it, if any. */
  certificateHashes: { own: CertificateHash; above: CertificateHash[] }[];
}

const bad = (what: string): never => {
  throw new BadDer(what);
};

const known = <T>(table: Record<string, T>, oid: string, what: string): T =>
  Object.hasOwn(table, oid) ? (table[oid] as T) : bad(`${what} ${oid}`);

function algorithmOf(value: Der): string {
  const list = parts(value);
  const oid = oidOf(list.next(TAG.OID));
  if ((list.optional(TAG.NULL)?.content.length ?? 0) > 0) bad('parameters of an algorithm');
  list.end();
  return oid;
}

/** Reads a reply of RFC 3161, section 2.4.2. Throws BadDer. */
export function readReply(bytes: Uint8Array): Token {
  const reply = parts(readDerThroughout(bytes));
  const status = parts(reply.next(TAG.SEQUENCE));
  const code = integerOf(status.next(TAG.INTEGER));
  // We ask for nothing that could be granted in another way.
  if (code !== '00') bad(`refused with status ${code}`);
  const token = parts(reply.any());
  reply.end();
  if (oidOf(token.next(TAG.OID)) !== OID.signedData) bad('no signed data');
  const signed = parts(parts(token.next(context(0)), context(0)).next(TAG.SEQUENCE));
  token.end();
  return readSignedData(signed);
}

function readSignedData(signed: Parts): Token {
  if (integerOf(signed.next(TAG.INTEGER)) !== '03') bad('version of the signed data');
  const digests = partsOf(signed.next(TAG.SET)).map(algorithmOf);
  const content = parts(signed.next(TAG.SEQUENCE));
  if (oidOf(content.next(TAG.OID)) !== OID.tstInfo) bad('no time stamp');
  const info = parts(content.next(context(0)), context(0)).next(TAG.OCTETS).content;
  content.end();
  const certificates = signed.optional(context(0));
  signed.optional(context(1));
  const signers = partsOf(signed.next(TAG.SET));
  signed.end();
  if (signers.length !== 1) bad('not one signer');
  const signer = readSigner(parts(signers[0]), digests);
  return {
    ...readInfo(info),
    ...signer,
    info,
    certificates: certificates === null ? [] : partsOf(certificates).map((certificate) => certificate.bytes),
  };
}

function readSigner(signer: Parts, digests: string[]) {
  if (integerOf(signer.next(TAG.INTEGER)) !== '01') bad('version of the signer');
  const sid = parts(signer.next(TAG.SEQUENCE));
  const issuer = sid.next(TAG.SEQUENCE).bytes;
  const serial = integerOf(sid.next(TAG.INTEGER));
  sid.end();
  const digestOid = algorithmOf(signer.next(TAG.SEQUENCE));
  const digest = known(HASHES, digestOid, 'hash');
  if (digest === 'sha1' || digests.length !== 1 || digests[0] !== digestOid) bad('hash of the signature');
  const attributes = signer.next(context(0));
  const fixed = known(SIGNATURES, algorithmOf(signer.next(TAG.SEQUENCE)), 'signature');
  if (fixed !== null && fixed !== digest) bad('hash of the signature');
  const signature = signer.next(TAG.OCTETS).content;
  signer.optional(context(1));
  signer.end();
  const signed = Buffer.from(attributes.bytes);
  signed[0] = TAG.SET;
  return { ...readAttributes(attributes), attributes: signed, digest, signature, signer: { issuer, serial } };
}

function readAttributes(attributes: Der): Pick<Token, 'messageDigest' | 'certificateHashes'> {
  const found = new Map<string, Der>();
  for (const attribute of partsOf(attributes)) {
    const list = parts(attribute);
    const oid = oidOf(list.next(TAG.OID));
    const values = partsOf(list.next(TAG.SET));
    list.end();
    if (values.length !== 1 || found.has(oid)) bad('an attribute with several values');
    found.set(oid, values[0] as Der);
  }
  const type = found.get(OID.contentType);
  const digest = found.get(OID.messageDigest);
  if (type === undefined || oidOf(type) !== OID.tstInfo) bad('another content');
  if (digest?.tag !== TAG.OCTETS) return bad('no digest of the content');
  const [first, second] = [found.get(OID.signingCertificate), found.get(OID.signingCertificateV2)];
  const certificateHashes = [
    ...(first ? [namedBy(first, certificateId)] : []),
    ...(second ? [namedBy(second, certificateIdV2)] : []),
  ];
  if (certificateHashes.length === 0) bad('does not name the certificate');
  return { messageDigest: digest.content, certificateHashes };
}

function namedBy(value: Der, read: (id: Parts) => CertificateHash): Token['certificateHashes'][number] {
  const [own, ...above] = partsOf(parts(value).next(TAG.SEQUENCE)).map((id) => read(parts(id)));
  return own === undefined ? bad('does not name the certificate') : { own, above };
}

/** RFC 5035; SHA-256 when no algorithm is named. */
function certificateIdV2(id: Parts): CertificateHash {
  const named = id.optional(TAG.SEQUENCE);
  const algorithm = named === null ? 'sha256' : known(HASHES, algorithmOf(named), 'hash');
  return { algorithm, value: id.next(TAG.OCTETS).content };
}

/** RFC 2634: SHA-1. */
const certificateId = (id: Parts): CertificateHash => ({ algorithm: 'sha1', value: id.next(TAG.OCTETS).content });

function readInfo(bytes: Buffer): Pick<Token, 'imprint' | 'imprintHash' | 'at' | 'serial' | 'policy' | 'nonce'> {
  const info = parts(readDer(bytes));
  if (integerOf(info.next(TAG.INTEGER)) !== '01') bad('version of the time stamp');
  const policy = oidOf(info.next(TAG.OID));
  const stamped = parts(info.next(TAG.SEQUENCE));
  const imprintHash = known(HASHES, algorithmOf(stamped.next(TAG.SEQUENCE)), 'hash');
  const imprint = stamped.next(TAG.OCTETS).content;
  stamped.end();
  const serial = integerOf(info.next(TAG.INTEGER));
  const at = timeOf(info.next(TAG.TIME));
  info.optional(TAG.SEQUENCE);
  info.optional(TAG.BOOLEAN);
  const nonce = info.optional(TAG.INTEGER);
  info.optional(context(0));
  info.optional(context(1));
  info.end();
  return { imprint, imprintHash, at, serial, policy, nonce: nonce === null ? null : integerOf(nonce) };
}
