import { createTestClock, freshDatabase, type TestClock } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { createBlindIndex } from '../security/vault.ts';
import { createRateLimiter, deleteOldRateWindows, networkOf, type RateLimiter } from './rate-limit.ts';

const rule = { name: 'test', limit: 10, windowMs: 60_000 };

let database: Database;
let drop: () => Promise<void>;
let clock: TestClock;
let limiter: RateLimiter;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  drop = fresh.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  await database.query('delete from rate_windows');
  clock = createTestClock('2026-11-02T02:00:00Z');
  limiter = createRateLimiter({ query: database.query, index: createBlindIndex(Buffer.alloc(32, 1)), clock });
});

async function allowed(times: number, subject = 'someone'): Promise<number> {
  let count = 0;
  for (let index = 0; index < times; index += 1) if (await limiter.allows(rule, subject)) count += 1;
  return count;
}

test('the limit holds for each subject and rule alone', async () => {
  expect(await allowed(15)).toBe(10);
  expect(await allowed(15, 'somebody else')).toBe(10);
  expect(await limiter.allows({ ...rule, name: 'other' }, 'someone')).toBe(true);
});

test('hits at the same moment are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => limiter.allows(rule, 'someone')));
  expect(answers.filter(Boolean)).toHaveLength(10);
});

test('the turn of a window does not let twice as many through', async () => {
  clock.advance(59_000);
  expect(await allowed(10)).toBe(10);
  clock.advance(2_000);
  expect(await allowed(10)).toBe(0);
  clock.advance(60_000);
  expect(await allowed(10)).toBeGreaterThan(0);
});

test('whoever keeps knocking is let in again as soon as others would be', async () => {
  await allowed(100);
  clock.advance(120_000);
  expect(await allowed(10)).toBe(10);
});

test('who was counted cannot be read from the table, and old rows go', async () => {
  await limiter.allows(rule, '203.0.113.7');
  const [row] = await database.query<{ text: string }>('select r::text as text from rate_windows r');
  expect(row?.text).not.toContain(Buffer.from('203.0.113.7').toString('hex'));
  await deleteOldRateWindows(database.query, clock.now() + 4 * 86_400_000);
  expect(await database.query('select 1 as left_over from rate_windows')).toEqual([]);
});

test('a subscriber’s IPv6 network has one limit, whatever addresses it makes up', async () => {
  let count = 0;
  for (let index = 0; index < 15; index += 1)
    if (await limiter.allowsAddress(rule, `2001:db8:1:2:aaaa::${index.toString(16)}`)) count += 1;
  expect(count).toBe(10);
  expect(await limiter.allowsAddress(rule, '2001:db8:1:3::1')).toBe(true);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
