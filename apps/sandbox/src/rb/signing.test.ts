import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rbSign, rbText, rbVerify } from './signing.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/rb-profile.json', import.meta.url), 'utf8'),
);

test('the example is signed byte for byte, and refused after one flipped byte anywhere', () => {
  const { body, key, headers, string_to_sign } = vectors;
  const { 'X-RB-Timestamp': timestamp, 'X-RB-Nonce': nonce, 'X-RB-Sign': signature } = headers;
  const text = rbText(timestamp, nonce, body);
  expect(text.toString('utf8')).toBe(string_to_sign);
  expect(rbSign(key, text)).toBe(signature);
  expect(rbVerify(key, text, signature)).toBe(true);
  for (let at = 0; at < text.length; at++) {
    const spoiled = Buffer.from(text);
    spoiled[at] = (spoiled[at] ?? 0) ^ 1;
    expect(rbVerify(key, spoiled, signature), `byte ${at}`).toBe(false);
  }
  expect(rbVerify(key, text, `${signature.startsWith('a') ? 'b' : 'a'}${signature.slice(1)}`)).toBe(false);
  expect(rbVerify(`${key}x`, text, signature)).toBe(false);
  expect(rbVerify(key, text, '')).toBe(false);
});
