import { createHash, createHmac } from 'node:crypto';

export const TC3_ALGORITHM = 'TC3-HMAC-SHA256';

export type Tc3Authorization = {
  secretId: string;
  /** The UTC day in the credential's scope. */
  date: string;
  service: string;
  signedHeaders: string[];
  signature: string;
};

/** What is signed of a POST to `/` without a query. `headers` have lower-case names. */
export function canonicalRequest(headers: Record<string, string>, signedHeaders: string[], body: Buffer): string {
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().toLowerCase()}\n`).join('');
  return `POST\n/\n\n${lines}\n${signedHeaders.join(';')}\n${sha256Hex(body)}`;
}

/** `seconds` as in the timestamp header; the scope's day is that moment's UTC day. */
export function stringToSign(seconds: number, service: string, canonical: string): string {
  return `${TC3_ALGORITHM}\n${seconds}\n${utcDay(seconds)}/${service}/tc3_request\n${sha256Hex(Buffer.from(canonical))}`;
}

/** Hex signature by a key derived from day and service. */
export function tc3Signature(secretKey: string, date: string, service: string, text: string): string {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data, 'utf8').digest();
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  return hmac(key, text).toString('hex');
}

/** `2026-01-01`, the day in UTC. */
export function utcDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** Reads the `Authorization` header; undefined when it has another form. */
export function parseTc3Authorization(header: string | undefined): Tc3Authorization | undefined {
  const match =
    /^TC3-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{4}-\d\d-\d\d)\/([a-z]+)\/tc3_request, ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(
      header ?? '',
    );
  const [, secretId, date, service, names, signature] = match ?? [];
  if (!secretId || !date || !service || !names || !signature) return undefined;
  return { secretId, date, service, signedHeaders: names.split(';'), signature };
}

function sha256Hex(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
