import { people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRateLimiter } from '../../coordination/rate-limit.ts';
import { createAccountShop, createOutside, type Shop } from '../account/testing/account-shop.ts';
import { createTestCore, type TestCore } from '../account/testing/test-core.ts';
import { supportHandlers } from './index.ts';

let world: TestCore;
let shop: Shop;
let counted: string[];

beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(() => {
  counted = [];
  const { core } = world;
  const handlers = supportHandlers({
    limiter: createRateLimiter({ query: core.database.query, index: core.index, clock: core.clock }),
    log: core.log,
    countClientEvent: (kind, call) => void counted.push(`${kind} ${call}`),
  });
  shop = createAccountShop(core, createOutside(), { handlers });
  return () => shop.close();
});

test('a page view is a success', async () => {
  expect(await shop.browser().call('saveView')).toMatchObject({ code: 200000, result: {} });
});

test('events are counted and logged', async () => {
  const events = [
    { kind: 'slow-call', call: 'saveOrder', durationMs: 2400, route: '/confirm', release: 'app-j_cE-yy' },
    { kind: 'reply-code', call: 'saveOrder', code: '400301' },
  ];
  expect((await shop.browser().call('reportClientEvent', { events })).code).toBe(200000);
  expect(counted).toEqual(['slow-call saveOrder', 'reply-code saveOrder']);
  expect(world.logged()).toContain(
    '{"kind":"slow-call","call":"saveOrder","code":null,"durationMs":2400,"route":"/confirm","release":"app-j_cE-yy"}',
  );
});

test('personal data and invented names get nowhere', async () => {
  const { name, phone, idNumber } = people.linMei;
  const events = [
    { kind: 'failed-call', call: name, code: phone, route: `/user/${idNumber}`, release: idNumber, durationMs: 1e12 },
    { kind: 'failed-call', call: 'constructor', code: idNumber, route: name, note: idNumber },
  ];
  expect((await shop.browser().call('reportClientEvent', { events })).code).toBe(200000);
  expect(counted).toEqual(['failed-call other', 'failed-call other']);
  for (const secret of [name, phone, idNumber, '1000000000000']) expect(world.logged()).not.toContain(secret);
});

test('an address that floods is stopped, others are not', async () => {
  const report = (address: string) => shop.browser(address).call('reportClientEvent', { events: [] });
  const codes: number[] = [];
  for (let index = 0; index < 61; index += 1) codes.push((await report('203.0.113.9')).code);
  expect(codes.slice(0, 60).every((code) => code === 200000)).toBe(true);
  expect(codes[60]).toBe(400129);
  expect((await report('203.0.113.10')).code).toBe(200000);
});
