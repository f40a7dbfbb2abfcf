export const SCHEME = 'LKLAPI-SHA256withRSA';

/** The five lines of a request and of an answer: each value and its line feed, the body's exact bytes in between. */
export function callText(
  appId: string,
  serialNo: string,
  timestamp: string,
  nonce: string,
  body: Buffer | string,
): Buffer {
  return Buffer.concat([
    Buffer.from(`${appId}\n${serialNo}\n${timestamp}\n${nonce}\n`),
    Buffer.from(body),
    Buffer.from('\n'),
  ]);
}

/** The three lines of a notification. */
export function noticeText(timestamp: string, nonce: string, body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')]);
}

/** `LKLAPI-SHA256withRSA name="value",…` as a record; undefined for anything else. */
export function readAuthorization(header: string): Record<string, string> | undefined {
  if (!header.startsWith(`${SCHEME} `)) return undefined;
  const fields: Record<string, string> = {};
  for (const part of header.slice(SCHEME.length + 1).split(',')) {
    const [, name, value = ''] = /^\s*([a-z_]+)="([^"]*)"\s*$/.exec(part) ?? [];
    if (!name || name in fields) return undefined;
    fields[name] = value;
  }
  return fields;
}
