import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { purposeKey, sealToken } from './seal-token.ts';

const example = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/partner-token.json', import.meta.url), 'utf8'),
);

test('a token is the one of the example, and the keys of two purposes have nothing in common', () => {
  const key = { id: example.keyId, key: Buffer.from(example.keyBase64, 'base64') };
  expect(purposeKey(key.key, example.purpose).toString('base64')).toBe(example.purposeKeyBase64);
  expect(purposeKey(key.key, 'other').toString('base64')).not.toBe(example.purposeKeyBase64);
  expect(sealToken(key, example.content, () => Buffer.from(example.ivHex, 'hex'))).toBe(example.token);
});
