import { createSign, createVerify, type KeyObject } from 'node:crypto';
import type { KeyRing } from '../key-ring.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Lakala's name of the scheme: SHA256withRSA over LF-ended lines. */
export const SCHEME = 'LKLAPI-SHA256withRSA';

/** Answers and notices older or newer than this are refused. */
const WINDOW_SECONDS = 300;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const SECONDS = /^\d{1,12}$/;

export interface SignedParts {
  readonly appId: string;
  readonly serialNo: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
}

/** The five lines a request is signed over. */
export function requestText({ appId, serialNo, timestamp, nonce, body }: SignedParts): string {
  return `${appId}\n${serialNo}\n${timestamp}\n${nonce}\n${body}\n`;
}

/** The whole `Authorization` header of a request. */
export function authorizationHeader(parts: SignedParts, privateKey: KeyObject): string {
  const signature = createSign('RSA-SHA256').update(requestText(parts), 'utf8').sign(privateKey, 'base64');
  const fields = [
    `appid="${parts.appId}"`,
    `serial_no="${parts.serialNo}"`,
    `timestamp="${parts.timestamp}"`,
    `nonce_str="${parts.nonce}"`,
    `signature="${signature}"`,
  ];
  return `${SCHEME} ${fields.join(',')}`;
}

export interface PlatformKey {
  readonly key: KeyObject;
  /** Of the certificate, hex in any case, leading zeros or not. */
  readonly serialNo: string;
}

/** Whom an answer must come from. */
export interface Platform {
  readonly appId: string;
  readonly keys: KeyRing<PlatformKey>;
}

/** Why an answer is not the platform's, or null. */
export function distrustAnswer(headers: Headers, body: Buffer, platform: Platform, nowMs: number): string | null {
  const [appId, serial, timestamp, nonce, signature] = ['appid', 'serial', 'timestamp', 'nonce', 'signature'].map(
    (name) => oneOf(headers, `lklapi-${name}`),
  ) as [string, string, string, string, string];
  if (!signature || !SECONDS.test(timestamp)) return 'unsigned';
  if (appId !== platform.appId) return 'app';
  if (isStale(timestamp, nowMs)) return 'stale';
  let isKnown = false;
  const fits = platform.keys.fits(({ key, serialNo }) => {
    if (plainSerial(serial) !== plainSerial(serialNo)) return false;
    isKnown = true;
    return isSigned(`${appId}\n${serial}\n${timestamp}\n${nonce}\n`, body, signature, key);
  });
  if (fits) return null;
  return isKnown ? 'signature' : 'unknown-key';
}

/** Why a notice is not the platform's, or null. It does not say which of the keys signed it. */
export function distrustNotice(
  headers: Headers,
  body: Buffer,
  keys: KeyRing<PlatformKey>,
  nowMs: number,
): string | null {
  const fields = authorizationFields(oneOf(headers, 'authorization'));
  const { timestamp = '', nonce_str: nonce = '', signature = '' } = fields ?? {};
  if (!signature || !SECONDS.test(timestamp)) return 'unsigned';
  if (isStale(timestamp, nowMs)) return 'stale';
  const fits = keys.fits(({ key }) => isSigned(`${timestamp}\n${nonce}\n`, body, signature, key));
  return fits ? null : 'signature';
}

function isSigned(lines: string, body: Buffer, signature: string, key: KeyObject): boolean {
  if (!BASE64.test(signature)) return false;
  const verify = createVerify('RSA-SHA256').update(lines, 'utf8').update(body).update('\n', 'utf8');
  return verify.verify(key, signature, 'base64');
}

function isStale(timestamp: string, nowMs: number): boolean {
  return Math.abs(nowMs / 1000 - Number(timestamp)) > WINDOW_SECONDS;
}

function plainSerial(serial: string): string {
  return serial.replace(/^0+/, '').toUpperCase();
}

function authorizationFields(header: string): Record<string, string> | null {
  if (!header.startsWith(`${SCHEME} `)) return null;
  const fields: Record<string, string> = {};
  for (const part of header.slice(SCHEME.length + 1).split(',')) {
    const [, name, value = ''] = /^\s*([a-z_]+)="([^"]*)"\s*$/.exec(part) ?? [];
    if (name === undefined || Object.hasOwn(fields, name)) return null;
    fields[name] = value;
  }
  return fields;
}

function oneOf(headers: Headers, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
