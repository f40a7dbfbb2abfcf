import { beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyWithContract, openEdition } from './contract-buyer.ts';
import { contractYears } from './contract-years.ts';
import { openShop, resident, type Shop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ jobs: false, clock: createTestClock(beijingMs('2026-11-20 10:00')) });
});
afterAll(() => shop?.close());

const { work, at, query } = contractYears(() => shop);

test('while residents stand in line, years are planned and gone on with a few at a time; then all the others', async () => {
  for (let index = 0; index < 8; index++) await buyWithContract(shop, [resident(8_600 + index)]);
  await work();
  await openEdition(shop, { code: 'demo28', year: 2027 });
  shop.clock.set(beijingMs('2027-10-01 03:00'));
  const inLineUntil = (moment: number) => query('update worker_numbers set line_until = $1', [new Date(moment)]);
  const rounds = async (job: string, count: () => Promise<unknown[]>) => [
    await shop.runJob(job),
    (await count()).length,
  ];

  const planned = () => query(`select 1 from withholding_runs where edition_code = 'demo28'`);
  await inLineUntil(shop.clock.now() + 1_000);
  // Zero: the next round comes by itself, not at once.
  expect(await rounds('withholding-plans', planned)).toEqual([0, 5]);
  expect(await rounds('withholding-plans', planned)).toEqual([0, 8]);

  await at('2027-11-13 08:00');
  const due = () =>
    query(`select 1 from withholding_runs where edition_code = 'demo28' and next_at <= $1`, [
      new Date(shop.clock.now()),
    ]);
  await query(`update withholding_runs set next_at = $1, lease_until = null`, [new Date(shop.clock.now() - 1)]);
  expect((await due()).length).toBe(8);
  await inLineUntil(shop.clock.now() + 1_000);
  expect(await rounds('withholding-years', due)).toEqual([0, 3]);
  shop.clock.advance(1_001);
  expect(await rounds('withholding-years', due)).toEqual([3, 0]);
});
