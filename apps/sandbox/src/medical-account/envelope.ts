import { beijingText } from '../clock/beijing-time.ts';
import type { MedicalAccountKeys } from '../keys/medical-account-keys.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { CentreError, fieldError } from './centre-error.ts';
import {
  canonicalJson,
  type Data,
  messageKey,
  signText,
  sm2Sign,
  sm2Verify,
  sm4Decrypt,
  sm4Encrypt,
} from './signing.ts';

const WINDOW_MS = 5 * 60_000;
const VERSION = '2.0.1';

export type Envelope = Record<string, unknown>;

/** What a platform of the bureau and a shop know of each other. */
export type PlatformKeys = {
  keys: { medicalAccount: Pick<MedicalAccountKeys, 'appId' | 'appSecret' | 'app' | 'platform'> };
};

/** How a message of the platform differs from an ordinary one. */
export type SealOptions = {
  /** The moment it claims; the sandbox's now unless given. */
  atMs?: number;
  appId?: string;
  /** Signs instead of the platform's key. */
  privateKeyBase64?: string;
  form?: 'rs' | 'der';
};

/** Encrypts and signs as the platform. `more`: top-level fields besides, such as `code`. */
export function sealByPlatform(
  { clock, keys }: Pick<SandboxParts, 'clock'> & PlatformKeys,
  data: Data | undefined,
  more: Record<string, string | boolean> = {},
  options: SealOptions = {},
): Envelope {
  const { appId, appSecret, platform } = keys.medicalAccount;
  const text = data && canonicalJson(data);
  const top = {
    ...more,
    appId: options.appId ?? appId,
    encType: 'SM4',
    signType: 'SM2',
    version: VERSION,
    timestamp: String(options.atMs ?? clock.now()),
  };
  const signed = signText(top, text, appSecret);
  return {
    ...top,
    ...(text === undefined ? {} : { encData: sm4Encrypt(text, messageKey(appId, appSecret)) }),
    signData: sm2Sign(signed, options.privateKeyBase64 ?? platform.privateKeyBase64, options.form),
  };
}

/** What the browser carries back, unsigned and in lower case: `appId=…&encData=…`. */
export function redirectQuery({ keys }: Pick<SandboxParts, 'keys'>, data: Data): URLSearchParams {
  const { appId, appSecret } = keys.medicalAccount;
  const encData = sm4Encrypt(canonicalJson(data), messageKey(appId, appSecret)).toLowerCase();
  return new URLSearchParams({ appId, encData });
}

/**
 * Opens a shop's request: sender, time, encryption, signature, and that the text inside is canonical. Throws
 * CentreError 40001, 40101, 40102 or 40103.
 */
export function openFromShop(
  { keys }: PlatformKeys,
  body: Buffer,
  nowMs: number,
  note: (expectedSignText: string) => void,
): Data {
  const { appId, appSecret, app } = keys.medicalAccount;
  const top = objectOf(body.toString('utf8'));
  if (!top) throw fieldError('报文', '不是JSON对象');
  if (top.appId !== appId) throw new CentreError('40103', 'appId 不存在');
  if (top.encType !== 'SM4' || top.signType !== 'SM2') throw fieldError('encType、signType', '应为 SM4、SM2');
  if (top.version !== '2.0.1' && top.version !== '1.0.0') throw fieldError('version', '不支持');
  const atMs = momentOf(top.timestamp);
  if (Number.isNaN(atMs) || Math.abs(nowMs - atMs) > WINDOW_MS)
    throw new CentreError('40102', 'timestamp 与平台时间相差超过5分钟');
  const text = sm4Decrypt(top.encData, messageKey(appId, appSecret));
  const data = text === undefined ? undefined : objectOf(text);
  if (text === undefined || !data) throw fieldError('encData', '解密失败');
  const wrong = wrongValue(data, '');
  if (wrong !== undefined) throw fieldError(wrong, '应为字符串');
  const canonical = canonicalJson(data as Data);
  if (text !== canonical) throw fieldError('encData', '应按名称排序，不留空值和空格');
  const expected = signText(top, canonical, appSecret);
  if (!sm2Verify(expected, top.signData, app.publicKeyBase64)) {
    note(expected);
    throw new CentreError('40101', '签名验证失败');
  }
  return data as Data;
}

/** Milliseconds of `20260101083000` (Beijing time) or of epoch milliseconds as text; NaN for anything else. */
export function momentOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  if (/^\d{13}$/.test(value)) return Number(value);
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`) : Number.NaN;
}

/** `20260101083000`, Beijing time. */
export function wireTime(atMs: number): string {
  return beijingText(atMs).replace(/\D/g, '');
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The path of the first value that is neither a text nor a list or object of texts. */
function wrongValue(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return undefined;
  if (typeof value !== 'object' || value === null) return path || 'data';
  for (const [name, inner] of Object.entries(value)) {
    const wrong = wrongValue(inner, path ? `${path}.${name}` : name);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
