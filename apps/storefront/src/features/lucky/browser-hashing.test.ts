import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { browserHashing } from './browser-hashing.ts';

test('hashes as any program does', async () => {
  const hashing = browserHashing();
  const key = '00ff10'.repeat(8);
  expect(await hashing?.sha256OfText('抽签\n1')).toBe(createHash('sha256').update('抽签\n1').digest('hex'));
  expect(await hashing?.sha256OfHex(key)).toBe(createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex'));
  const expected = createHmac('sha256', Buffer.from(key, 'hex')).update('甲|1').digest('hex');
  expect(await hashing?.hmac(key, '甲|1')).toBe(expected);
});
