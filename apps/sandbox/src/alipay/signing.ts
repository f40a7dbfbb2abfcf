/** Name and value as they are before any URL encoding. */
export type Fields = Record<string, string>;

/**
 * The text that is signed: everything except `sign`, without empty values, in ASCII order of the names, `k=v` joined
 * by `&`, values raw. A request keeps `sign_type`, a notification and the browser's return leave it out.
 */
export function signText(fields: Fields, kind: 'request' | 'message'): Buffer {
  const text = Object.entries(fields)
    .filter(([name, value]) => value !== '' && name !== 'sign' && (kind === 'request' || name !== 'sign_type'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return Buffer.from(text, 'utf8');
}
