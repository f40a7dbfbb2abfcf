import { createHash, createHmac } from 'node:crypto';

export const ACS3_ALGORITHM = 'ACS3-HMAC-SHA256';

export type Acs3Request = {
  method: string;
  /** Raw query text, without the question mark. */
  queryText: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  signedHeaders: string[];
  bodySha256Hex: string;
};

export type Acs3Authorization = { accessKeyId: string; signedHeaders: string[]; signature: string };

/** RFC 3986: everything but letters, digits and `-_.~` becomes %XX. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The canonical request of the ACS3 scheme for path `/`. */
export function canonicalRequest(request: Acs3Request): string {
  const query = [...new URLSearchParams(request.queryText)]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = request.signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim()}\n`).join('');
  return [request.method, '/', query, headers, request.signedHeaders.join(';'), request.bodySha256Hex].join('\n');
}

/** The text that is signed. */
export function stringToSign(canonical: string): string {
  return `${ACS3_ALGORITHM}\n${sha256Hex(canonical)}`;
}

/** Hex HMAC-SHA256 of the string to sign. */
export function acs3Signature(accessKeySecret: string, text: string): string {
  return createHmac('sha256', accessKeySecret).update(text, 'utf8').digest('hex');
}

/** Lower-case hex SHA-256. */
export function sha256Hex(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Reads `ACS3-HMAC-SHA256 Credential=…,SignedHeaders=a;b,Signature=hex`; undefined when it has another form. */
export function parseAcs3Authorization(header: string | undefined): Acs3Authorization | undefined {
  const match = /^ACS3-HMAC-SHA256 Credential=([^,\s]+),SignedHeaders=([^,\s]+),Signature=([0-9a-f]{64})$/.exec(
    header ?? '',
  );
  if (!match?.[1] || !match[2] || !match[3]) return undefined;
  return { accessKeyId: match[1], signedHeaders: match[2].split(';'), signature: match[3] };
}
