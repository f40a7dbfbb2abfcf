import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import type { DataKey } from '../../security/vault.ts';

/** The two keys of one recording: for what could be seen, and for what somebody typed. */
export interface RecordingKeys {
  readonly view: KeyObject;
  readonly values: KeyObject;
}

export interface WrappedKeys {
  /** `<id of the secret>/<month>`. */
  readonly kek: string;
  readonly wrapped: Buffer;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MOST_MONTHS = 64;
/** Characters: 132 bits. It goes along with every batch. */
const UPLOAD_KEY_LENGTH = 22;
const MOST_UPLOAD_KEYS = 5_000;

/** The keys of a recording are stored and cannot be opened. */
export class KeysUnopened extends Error {
  readonly why: 'not-held' | 'changed';
  constructor(why: KeysUnopened['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** Makes, wraps and opens the keys of recordings; each month has a wrapping key of its own, derived from the secret. */
export interface KeyWrapper {
  make(trace: string, atMs: number): WrappedKeys & { readonly keys: RecordingKeys };
  /** @throws KeysUnopened when the secret is not held or the wrapping was changed */
  open(trace: string, wrapped: WrappedKeys): RecordingKeys;
  /** What lets a later visit go on with a recording. */
  uploadKey(trace: string): string;
  isUploadKey(trace: string, given: string): boolean;
}

export function createKeyWrapper(secrets: readonly DataKey[], randomBytes: (size: number) => Buffer): KeyWrapper {
  const [inUse] = secrets;
  if (!inUse) throw new Error('at least one evidence key is needed');
  const months = new Map<string, KeyObject>();

  function kekOf(name: string): KeyObject {
    const known = months.get(name);
    if (known) return known;
    const secret = secrets.find(({ id }) => name.startsWith(`${id}/`));
    if (!secret) throw new KeysUnopened('not-held', `the evidence key of "${name}" is not held`);
    const key = createSecretKey(derived(secret.key, `huimin-kek-v1 ${name}`));
    if (months.size >= MOST_MONTHS) months.clear();
    months.set(name, key);
    return key;
  }

  const uploadSecrets = secrets.map(({ key }) => createSecretKey(derived(key, 'huimin-upload-v1')));
  const wholeKeyBy = (secret: KeyObject, trace: string) =>
    createHmac('sha256', secret).update(trace).digest('base64url');
  const uploadKeyBy = (secret: KeyObject, trace: string) => wholeKeyBy(secret, trace).slice(0, UPLOAD_KEY_LENGTH);
  const uploadKeys = new Map<string, string>();

  return {
    make(trace, atMs) {
      const kek = `${inUse.id}/${new Date(atMs).toISOString().slice(0, 7)}`;
      const plain = randomBytes(2 * KEY_BYTES);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', kekOf(kek), nonce).setAAD(wrappingOf(trace));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { kek, wrapped: Buffer.concat([nonce, body, cipher.getAuthTag()]), keys: keysIn(plain) };
    },
    open(trace, { kek, wrapped }) {
      const secret = kekOf(kek);
      try {
        const decipher = createDecipheriv('aes-256-gcm', secret, wrapped.subarray(0, NONCE_BYTES));
        decipher.setAAD(wrappingOf(trace)).setAuthTag(wrapped.subarray(-TAG_BYTES));
        return keysIn(Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
      } catch (problem) {
        throw new KeysUnopened('changed', `the keys of recording ${trace} were changed: ${(problem as Error).message}`);
      }
    },
    uploadKey(trace) {
      const key = uploadKeys.get(trace) ?? uploadKeyBy(uploadSecrets[0] as KeyObject, trace);
      if (uploadKeys.size >= MOST_UPLOAD_KEYS) uploadKeys.clear();
      uploadKeys.set(trace, key);
      return key;
    },
    isUploadKey: (trace, given) =>
      uploadSecrets.some((secret) => {
        const whole = wholeKeyBy(secret, trace);
        // A page that was opened before keys became short shows the whole of it.
        const right = Buffer.from(given.length > UPLOAD_KEY_LENGTH ? whole : whole.slice(0, UPLOAD_KEY_LENGTH));
        const shown = Buffer.from(given);
        return right.length === shown.length && timingSafeEqual(right, shown);
      }),
  };
}

const wrappingOf = (trace: string) => Buffer.from(`huimin-keys-v1${trace}`);

function derived(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES));
}

function keysIn(plain: Buffer): RecordingKeys {
  return {
    view: createSecretKey(plain.subarray(0, KEY_BYTES)),
    values: createSecretKey(plain.subarray(KEY_BYTES, 2 * KEY_BYTES)),
  };
}

/** An account as operators look for it: keyed hash of its id, the same for ever. */
export function holderIndex(indexKey: Buffer): (userId: bigint) => Buffer {
  const secret = createSecretKey(derived(indexKey, 'huimin-evidence-holder-v1'));
  return (userId) => createHmac('sha256', secret).update(String(userId)).digest();
}

/** Opens the keys of recordings for a command; null for what was destroyed. */
export function keyOpener(secrets: readonly DataKey[], random: { bytes(size: number): Buffer }) {
  const wrapper = createKeyWrapper(secrets, (size) => random.bytes(size));
  return ({ trace, kek, keys_wrapped: wrapped }: { trace: string; kek: string; keys_wrapped: Buffer | null }) =>
    wrapped === null ? null : wrapper.open(trace, { kek, wrapped });
}
