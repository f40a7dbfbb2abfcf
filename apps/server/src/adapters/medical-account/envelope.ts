import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Log } from '../../ports/outside.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import { canonicalJson, isEmpty, parseObject, type WireData } from './canonical-json.ts';
import { isSigned, sign } from './sm2-signature.ts';
import { momentOf } from './wire-values.ts';

/** Keys of both sides. A secret is part of every signed text and, with `appId`, makes the key of the encryption. */
export interface EnvelopeKeys {
  /** 32 hex characters. */
  readonly appId: string;
  readonly appSecrets: KeyRing<string>;
  /** 32 bytes. */
  readonly privateKey: Buffer;
  /** 65 bytes, `04‖x‖y`. */
  readonly platformPublicKeys: KeyRing<Buffer>;
}

/** An app at the bureau or at its data centre, as the settings name it. */
export interface CentreApp extends Pick<EnvelopeKeys, 'appId' | 'privateKey'> {
  /** The first seals and signs; two while it is replaced. */
  readonly appSecrets: readonly string[];
  /** 65 bytes each, `04‖x‖y`; the one in use first, two while it is replaced. */
  readonly platformPublicKeys: readonly Buffer[];
}

/** `prefix`: how the settings that hold its keys begin. */
export function envelopeKeys(
  { appId, privateKey, appSecrets, platformPublicKeys }: CentreApp,
  prefix: 'HSA' | 'PEC',
  log: Log,
): EnvelopeKeys {
  return {
    ...{ appId, privateKey },
    appSecrets: createKeyRing(appSecrets, { setting: `${prefix}_APP_SECRET`, log }),
    platformPublicKeys: createKeyRing(platformPublicKeys, { setting: `${prefix}_PLATFORM_PUBLIC_KEY`, log }),
  };
}

export type Opened =
  /** `top`: the fields outside the encryption; `data` is empty when nothing was encrypted. */
  | { readonly kind: 'opened'; readonly top: Fields; readonly data: Fields; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: 'content' | 'app' | 'stale' | 'signature' };

type Fields = Readonly<Record<string, unknown>>;

const VERSION = '2.0.1';
const WINDOW_MS = 5 * 60_000;
const OUTSIDE_SIGNATURE = new Set(['signData', 'encData', 'extra']);
const CIPHER_TEXT = /^(?:[0-9a-fA-F]{32})+$/;

/** The signed text: top-level fields in ASCII order with the canonical `data` among them, and the secret at the end. */
export function signText(top: Fields, dataText: string | null, appSecret: string): string {
  const fields: Fields = dataText === null ? top : { ...top, data: dataText };
  const pairs = Object.keys(fields)
    .filter((name) => !OUTSIDE_SIGNATURE.has(name) && !isEmpty(fields[name]))
    .sort()
    .map((name) => `${name}=${String(fields[name])}`);
  pairs.push(`key=${appSecret}`);
  return pairs.join('&');
}

/** Our request or notice answer: `data` encrypted, the whole signed. */
export function sealEnvelope(keys: EnvelopeKeys, data: WireData, nowMs: number): Record<string, string> {
  const { appId } = keys;
  const appSecret = keys.appSecrets.inUse;
  const text = canonicalJson(data);
  const top = { appId, encType: 'SM4', signType: 'SM2', version: VERSION, timestamp: String(nowMs) };
  return {
    ...top,
    encData: encrypt(text, messageKey(appId, appSecret)),
    signData: sign(signText(top, text, appSecret), keys.privateKey),
  };
}

/**
 * Opens a message of the platform: decrypts, rebuilds the signed text from what was inside, verifies. Nothing of it may
 * be used unless `opened`; what is used is what was verified.
 */
export function openEnvelope(keys: EnvelopeKeys, body: Buffer, nowMs: number): Opened {
  const top = parseObject(body.toString('utf8'));
  if (top?.signType !== 'SM2') return { kind: 'refused', reason: 'content' };
  let isReadable = false;
  const signed = keys.appSecrets.open((appSecret) => {
    const data = isEmpty(top.encData) ? {} : dataOf(keys.appId, appSecret, top.encData);
    if (data === null) return null;
    isReadable = true;
    const text = isEmpty(data) ? null : canonicalJson(data);
    const signedText = signText(top, text, appSecret);
    const fits = keys.platformPublicKeys.fits((key) => isSigned(signedText, top.signData, key));
    return fits ? { data, text } : null;
  });
  if (signed === null) return { kind: 'refused', reason: isReadable ? 'signature' : 'content' };
  const { data, text } = signed;
  if (top.appId !== keys.appId) return { kind: 'refused', reason: 'app' };
  const atMs = timestampOf(top.timestamp);
  if (atMs === null || Math.abs(nowMs - atMs) > WINDOW_MS) return { kind: 'refused', reason: 'stale' };
  return { kind: 'opened', top, data, text: text ?? '{}' };
}

/** What is inside `encData`, without any proof of who wrote it; null when it was not encrypted with a key of ours. */
export function openData(keys: Pick<EnvelopeKeys, 'appId' | 'appSecrets'>, encData: unknown): Fields | null {
  return keys.appSecrets.open((appSecret) => dataOf(keys.appId, appSecret, encData));
}

function dataOf(appId: string, appSecret: string, encData: unknown): Fields | null {
  const text = typeof encData === 'string' ? decrypt(encData, messageKey(appId, appSecret)) : null;
  return text === null ? null : parseObject(text);
}

/** The first 16 characters of the secret's cipher text under the first 16 of the number. */
export function messageKey(appId: string, appSecret: string): string {
  return encrypt(appSecret, appId.slice(0, 16)).slice(0, 16);
}

/** Upper-case hex of SM4-ECB with PKCS#7 padding. */
export function encrypt(text: string, key: string): string {
  const cipher = createCipheriv('sm4-ecb', Buffer.from(key, 'latin1'), null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

/** The text in a cipher text of either case; null when padding or encoding do not fit. */
export function decrypt(cipherText: string, key: string): string | null {
  if (!CIPHER_TEXT.test(cipherText)) return null;
  const decipher = createDecipheriv('sm4-ecb', Buffer.from(key, 'latin1'), null);
  try {
    const bytes = Buffer.concat([decipher.update(Buffer.from(cipherText, 'hex')), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Milliseconds as a text, or fourteen digits of Beijing time. */
function timestampOf(value: unknown): number | null {
  return typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : momentOf(value);
}
