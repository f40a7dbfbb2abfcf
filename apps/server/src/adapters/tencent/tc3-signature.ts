import { createHash, createHmac } from 'node:crypto';

/** What takes part in a TC3-HMAC-SHA256 signature (Tencent Cloud API 3.0); always a POST to `/` without a query. */
export interface Tc3Request {
  /** The service's name, first label of its host: `sms`. */
  readonly service: string;
  /** Seconds since 1970; the day in the credential's scope is its UTC day. */
  readonly timestamp: number;
  /** Lower-case names; every one of them is signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Tc3Signature {
  readonly canonicalRequest: string;
  readonly stringToSign: string;
  readonly authorization: string;
}

const ALGORITHM = 'TC3-HMAC-SHA256';

export function signTc3(request: Tc3Request, secretId: string, secretKey: string): Tc3Signature {
  const names = Object.keys(request.headers).sort();
  const canonicalRequest = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${request.headers[name]?.trim().toLowerCase()}`),
    '',
    names.join(';'),
    sha256Hex(request.body),
  ].join('\n');
  const day = new Date(request.timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${request.service}/tc3_request`;
  const stringToSign = `${ALGORITHM}\n${request.timestamp}\n${scope}\n${sha256Hex(canonicalRequest)}`;
  const key = [day, request.service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${secretKey}`);
  const signature = hmac(key, stringToSign).toString('hex');
  const authorization = `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { canonicalRequest, stringToSign, authorization };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
