import { timingSafeEqual } from 'node:crypto';
import type { SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { acs3Signature, canonicalRequest, parseAcs3Authorization, sha256Hex, stringToSign } from './acs3.ts';
import { SmsCallError } from './sms-error.ts';

const VERSION = '2017-05-25';
const WINDOW_MS = 15 * 60_000;
const SKEW_MS = 20 * 60_000;

export type SmsDoor = (request: SandboxRequest, action: string) => void;

/**
 * Checks version, date, nonce and signature of an ACS3 call. `signedHost` is the provider's host name as the caller
 * must have signed it, whatever address it connected to. Throws SmsCallError.
 */
export function createSmsDoor(parts: SandboxParts, signedHost: string): SmsDoor {
  const nonces = new Map<string, number>();

  return (request, action) => {
    const skew = parts.faults.take('aliyun-sms', action, ['clock_skew'], {});
    const nowMs = parts.clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0);
    const header = (name: string): string => {
      const value = request.headers[name];
      if (typeof value !== 'string' || value === '')
        throw new SmsCallError(400, `Missing${name}`, `${name} is mandatory for this action.`);
      return value;
    };
    if (header('x-acs-version') !== VERSION) {
      throw new SmsCallError(400, 'InvalidVersion', 'Specified parameter Version is not valid.');
    }
    const authorization = parseAcs3Authorization(request.headers.authorization);
    if (!authorization)
      throw new SmsCallError(400, 'IncompleteSignature', 'The request signature does not conform to Aliyun standards.');
    const { accessKeyId, accessKeySecret } = parts.keys.aliyunSms;
    if (authorization.accessKeyId !== accessKeyId) {
      throw new SmsCallError(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.');
    }
    const date = header('x-acs-date');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)) {
      throw new SmsCallError(
        400,
        'InvalidTimeStamp.Format',
        'Specified time stamp or date value is not well formatted.',
      );
    }
    const bodySha256Hex = header('x-acs-content-sha256');
    if (bodySha256Hex !== sha256Hex(request.body)) {
      throw new SmsCallError(400, 'SignatureDoesNotMatch', 'x-acs-content-sha256 is not the SHA-256 of the body.');
    }
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers[name] = value;
    headers.host = signedHost;
    const needed = Object.keys(headers).filter(
      (name) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'),
    );
    const expectedNames = [...authorization.signedHeaders].sort();
    const missing = needed.find((name) => !authorization.signedHeaders.includes(name));
    if (missing || expectedNames.join() !== authorization.signedHeaders.join()) {
      throw new SmsCallError(
        400,
        'IncompleteSignature',
        missing ? `Header ${missing} is not signed.` : 'SignedHeaders is not sorted.',
      );
    }
    const canonical = canonicalRequest({
      method: request.method,
      queryText: request.target.split('?')[1] ?? '',
      headers,
      signedHeaders: authorization.signedHeaders,
      bodySha256Hex,
    });
    const expected = Buffer.from(acs3Signature(accessKeySecret, stringToSign(canonical)));
    if (!timingSafeEqual(expected, Buffer.from(authorization.signature))) {
      request.note({ expectedSignText: canonical });
      throw new SmsCallError(
        400,
        'SignatureDoesNotMatch',
        `Specified signature is not matched with our calculation. server string to sign is:${stringToSign(canonical)}`,
      );
    }
    if (Math.abs(nowMs - Date.parse(date)) > WINDOW_MS) {
      throw new SmsCallError(400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.');
    }
    for (const [known, seenAtMs] of nonces) if (nowMs - seenAtMs > 2 * WINDOW_MS) nonces.delete(known);
    const nonce = header('x-acs-signature-nonce');
    if (nonces.has(nonce))
      throw new SmsCallError(400, 'SignatureNonceUsed', 'Specified signature nonce was used already.');
    nonces.set(nonce, nowMs);
  };
}
