import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type SignedRequest = {
  method: string;
  /** Path and query exactly as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

export type SigningAccount = { accessKeyId: string; secretAccessKey: string; region: string };

/** Why a request is refused, with the error code of S3. */
export type Refusal = { status: number; code: string; message: string; expectedSignText?: string };

const AUTHORISATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const MUST_BE_SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];
const TOLERANCE_MS = 15 * 60_000;

/** Signature Version 4 of AWS for one request; undefined when it fits. */
export function refusalOf(request: SignedRequest, account: SigningAccount, nowMs: number): Refusal | undefined {
  const { headers, body } = request;
  const [, keyId, day, region, names = '', signature] = AUTHORISATION.exec(headers.authorization ?? '') ?? [];
  if (keyId === undefined) return refuse('AccessDenied', 'no signature, or one that cannot be read');
  if (keyId !== account.accessKeyId) return refuse('InvalidAccessKeyId', 'no such access key');
  const time = String(headers['x-amz-date'] ?? '');
  const atMs = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(atMs) || time.slice(0, 8) !== day) return refuse('AccessDenied', 'x-amz-date does not fit');
  if (Math.abs(atMs - nowMs) > TOLERANCE_MS) return refuse('RequestTimeTooSkewed', 'the clocks differ too much');
  if (region !== account.region) return refuse('AuthorizationHeaderMalformed', `the region is ${account.region}`, 400);
  const signed = names.split(';');
  const missing = [...MUST_BE_SIGNED, ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].find(
    (name) => !signed.includes(name),
  );
  if (missing !== undefined) return refuse('AccessDenied', `the header ${missing} is not signed`);
  const bodyHash = sha256(body);
  if (headers['x-amz-content-sha256'] !== bodyHash) {
    return refuse('XAmzContentSHA256Mismatch', 'the body is another than the signed one', 400);
  }
  const canonical = canonicalRequest(request, signed, bodyHash);
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(String(part)).digest(),
    `AWS4${account.secretAccessKey}`,
  );
  if (createHmac('sha256', key).update(text).digest('hex') === signature) return undefined;
  return { ...refuse('SignatureDoesNotMatch', 'the signature does not fit'), expectedSignText: canonical };
}

function canonicalRequest({ method, target, headers }: SignedRequest, signed: string[], bodyHash: string): string {
  const [path = '/', query = ''] = target.split('?', 2);
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort();
  const lines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  return [method, path, pairs.join('&'), lines.join(''), signed.join(';'), bodyHash].join('\n');
}

function refuse(code: string, message: string, status = 403): Refusal {
  return { status, code, message };
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
