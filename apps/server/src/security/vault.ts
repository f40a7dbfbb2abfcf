import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export interface DataKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Seals personal data at rest: AES-256-GCM, key id stored with each value so that keys rotate. */
export interface Vault {
  /** `purpose` is bound to the value: a sealed phone cannot be opened as a name. */
  seal(purpose: string, plain: string): Buffer;
  /** Throws when the value was changed, sealed for another purpose, or its key is not held. */
  open(purpose: string, sealed: Buffer): string;
  sealJson(purpose: string, value: unknown): Buffer;
  openJson<T>(purpose: string, sealed: Buffer): T;
  sealBytes(purpose: string, plain: Buffer): Buffer;
  openBytes(purpose: string, sealed: Buffer): Buffer;
}

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Layout: format (1), key id length (1), key id, iv (12), ciphertext, tag (16). The first key seals; all open. */
export function createVault(keys: readonly DataKey[], randomBytes: (size: number) => Buffer): Vault {
  const [current] = keys;
  if (!current) throw new Error('at least one data key is needed');
  const byId = new Map<string, KeyObject>(keys.map((entry) => [entry.id, createSecretKey(entry.key)]));
  const currentKey = byId.get(current.id) as KeyObject;
  const prefix = Buffer.concat([Buffer.from([FORMAT, Buffer.byteLength(current.id)]), Buffer.from(current.id)]);

  function sealBytes(purpose: string, plain: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', currentKey, iv);
    cipher.setAAD(Buffer.from(purpose));
    const body = cipher.update(plain);
    cipher.final();
    return Buffer.concat([prefix, iv, body, cipher.getAuthTag()]);
  }

  function openBytes(purpose: string, sealed: Buffer): Buffer {
    const idLength = sealed[1] ?? 0;
    const keyId = sealed.toString('utf8', 2, 2 + idLength);
    const key = byId.get(keyId);
    if (sealed[0] !== FORMAT || !key) throw new Error(`sealed value of unknown format or key "${keyId}"`);
    const ivStart = 2 + idLength;
    const bodyStart = ivStart + IV_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(ivStart, bodyStart));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart, sealed.length - TAG_BYTES)), decipher.final()]);
  }

  const seal = (purpose: string, plain: string): Buffer => sealBytes(purpose, Buffer.from(plain));
  const open = (purpose: string, sealed: Buffer): string => openBytes(purpose, sealed).toString('utf8');

  return {
    seal,
    open,
    sealBytes,
    openBytes,
    sealJson: (purpose, value) => seal(purpose, JSON.stringify(value)),
    openJson: (purpose, sealed) => JSON.parse(open(purpose, sealed)),
  };
}

/** Keyed hash for look-ups of sealed values: same input, same index, nothing to be learnt without the key. */
export interface BlindIndex {
  phone(phone: string): Buffer;
  person(idType: string, idNumber: string): Buffer;
  of(kind: string, value: string): Buffer;
}

export function createBlindIndex(key: Buffer): BlindIndex {
  const secret = createSecretKey(key);
  const of = (kind: string, value: string): Buffer =>
    createHmac('sha256', secret).update(`${kind}\u0000${value}`).digest().subarray(0, 16);
  return {
    of,
    phone: (phone) => of('phone', phone),
    // Hyphens and brackets are written by some and left out by others.
    person: (idType, idNumber) => of('person', `${idType}\u0000${idNumber.toUpperCase().replace(/[-()]/g, '')}`),
  };
}
