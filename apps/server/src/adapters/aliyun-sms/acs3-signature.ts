import { createHash, createHmac } from 'node:crypto';

/** What takes part in an ACS3-HMAC-SHA256 signature (Alibaba Cloud OpenAPI, signature version 3). */
export interface Acs3Request {
  readonly method: string;
  /** Absolute path as signed. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names; every one of them is signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodySha256Hex: string;
}

export interface Acs3Signature {
  /** The query in canonical form: send exactly this. */
  readonly queryString: string;
  readonly canonicalRequest: string;
  readonly stringToSign: string;
  readonly signature: string;
  readonly authorization: string;
}

const ALGORITHM = 'ACS3-HMAC-SHA256';

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** RFC 3986: everything but letters, digits and `-_.~` is escaped. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function signAcs3(request: Acs3Request, accessKeyId: string, accessKeySecret: string): Acs3Signature {
  const queryString = Object.entries(request.query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const names = Object.keys(request.headers).sort();
  const canonicalRequest = [
    request.method,
    request.path,
    queryString,
    ...names.map((name) => `${name}:${request.headers[name]?.trim()}`),
    '',
    names.join(';'),
    request.bodySha256Hex,
  ].join('\n');
  const stringToSign = `${ALGORITHM}\n${sha256Hex(canonicalRequest)}`;
  const signature = createHmac('sha256', accessKeySecret).update(stringToSign, 'utf8').digest('hex');
  const authorization = `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { queryString, canonicalRequest, stringToSign, signature, authorization };
}
