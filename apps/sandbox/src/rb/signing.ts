import { createHmac, timingSafeEqual } from 'node:crypto';

/** What RB-1 covers, both ways: time, nonce and the body's exact bytes, each with its line feed. */
export function rbText(timestamp: string, nonce: string, body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')]);
}

/** HMAC-SHA256 in lower-case hex. */
export function rbSign(secret: string, text: Buffer): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function rbVerify(secret: string, text: Buffer, signature: string): boolean {
  const expected = Buffer.from(rbSign(secret, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
