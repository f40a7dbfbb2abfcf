import { createVerify, type KeyObject } from 'node:crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Answers and notices older or newer than this are refused. */
const WINDOW_SECONDS = 300;
/** WeChat Pay sends wrong signatures on purpose, to see that they are refused. */
const PROBE_PREFIX = 'WECHATPAY/SIGNTEST/';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Finds the platform's public key of a serial; null when none is known, even after asking again. */
export interface PlatformKeySource {
  keyOf(serial: string): Promise<KeyObject | null>;
  /** Told after a signature of this key did fit. */
  verified(serial: string): void;
}

export type SignatureCheck =
  | { readonly ok: true }
  /** `probe`: a wrong signature sent on purpose; refuse it, but raise no alarm. */
  | {
      readonly ok: false;
      readonly reason: 'unsigned' | 'stale' | 'unknown-key' | 'signature';
      readonly probe: boolean;
    };

/** Reads one header whatever its case in a plain record of lower-case names. */
export function headerOf(headers: Headers, name: string): string {
  const value = headers[name] ?? headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Whether the signature is one that is wrong on purpose. */
export function isProbe(headers: Headers): boolean {
  return headerOf(headers, 'Wechatpay-Signature').startsWith(PROBE_PREFIX);
}

/** Checks the platform's signature over the raw body: time window, key by serial, SHA256withRSA. */
export async function checkPlatformSignature(
  headers: Headers,
  body: Buffer,
  keys: PlatformKeySource,
  nowMs: number,
): Promise<SignatureCheck> {
  const signature = headerOf(headers, 'Wechatpay-Signature');
  const timestamp = headerOf(headers, 'Wechatpay-Timestamp');
  const nonce = headerOf(headers, 'Wechatpay-Nonce');
  const serial = headerOf(headers, 'Wechatpay-Serial');
  if (isProbe(headers)) return { ok: false, reason: 'signature', probe: true };
  const refuse = (reason: 'unsigned' | 'stale' | 'unknown-key' | 'signature'): SignatureCheck => ({
    ok: false,
    reason,
    probe: false,
  });
  if (!signature || !nonce || !serial || !/^[0-9]{1,12}$/.test(timestamp)) return refuse('unsigned');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > WINDOW_SECONDS) return refuse('stale');
  if (!BASE64.test(signature)) return refuse('signature');
  const key = await keys.keyOf(serial);
  if (!key) return refuse('unknown-key');
  const fits = createVerify('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n`, 'utf8')
    .update(body)
    .update('\n', 'utf8')
    .verify(key, signature, 'base64');
  if (!fits) return refuse('signature');
  keys.verified(serial);
  return { ok: true };
}
