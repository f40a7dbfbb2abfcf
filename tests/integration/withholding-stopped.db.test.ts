import { beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyWithContract, openEdition } from './contract-buyer.ts';
import { contractYears } from './contract-years.ts';
import { openShop, resident, type Shop } from './shop.ts';
import { stopSale } from './stop-sale.ts';

let shop: Shop;
let residents = 8_500;

beforeAll(async () => {
  shop = await openShop({ jobs: false, servers: 2, clock: createTestClock(beijingMs('2026-11-20 10:00')) });
});
afterAll(() => shop?.close());

const { query, work, at, charged, told, view, runOf, chargesOf } = contractYears(() => shop);
const buyer = () => buyWithContract(shop, [resident(residents++)]);

test('while the sale stands still nothing is announced and nothing taken; then it goes on, and whose days are over is told', async () => {
  const outlasted = await buyer();
  await at('2026-11-30 10:00');
  const held = await buyer();
  const covered = await buyer();
  await work();
  await openEdition(shop, { code: 'demo28', year: 2027 });
  await at('2027-10-01 03:00');
  await at('2027-10-22 08:00');
  await at('2027-11-01 08:00');

  await at('2027-11-18 07:00');
  const goOn = await stopSale(shop, 'demo28');
  await at('2027-11-18 08:00');
  await at('2027-11-26 10:00');
  expect(await runOf(outlasted, 'demo28')).toMatchObject({ status: 'PLANNED', due: '2027-11-20' });
  await at('2027-11-27 08:00');
  expect(await runOf(outlasted, 'demo28')).toMatchObject({ status: 'LEFT_OUT', order_id: null });
  expect(told(outlasted).at(-1)).toContain('那几天暂停参保，没有扣费，也没有投保');
  expect(await view(outlasted)).toMatchObject({ status: 'SIGNED', standing: true });

  // Insured by themselves before it stopped: that is why nothing is taken, and it is said at once.
  await query(
    `insert into person_claims (edition_code, person_index, user_id, claim_key, claimed_at, expires_at)
     select 'demo28', person_index, user_id, claim_key, claimed_at, 'infinity' from person_claims
     where edition_code <> 'demo28' and user_id = (select user_id from withholding_contracts where contract_code = $1)`,
    [covered.code],
  );
  await at('2027-11-28 09:00');
  expect(await runOf(held, 'demo28')).toMatchObject({ status: 'PLANNED', due: '2027-11-30' });
  expect(await runOf(covered, 'demo28')).toMatchObject({ status: 'LEFT_OUT', end_note: '都已经参保，不用扣费' });
  await goOn();
  await at('2027-11-28 10:00');
  expect(await runOf(held, 'demo28')).toMatchObject({ status: 'BOOKED' });

  // Where these people live: their city, then another one.
  const goOnHere = await stopSale(shop, 'demo28', '320500');
  await at('2027-11-30 08:00');
  await charged();
  await at('2027-11-30 12:00');
  expect(await chargesOf(held)).toEqual([]);
  const goOnElsewhere = await stopSale(shop, 'demo28', '320100');
  await goOnHere();
  await at('2027-11-30 13:00');
  await charged();
  expect(await chargesOf(held)).toMatchObject([{ state: 'SUCCESS' }]);
  expect(await runOf(held, 'demo28')).toMatchObject({ status: 'CHARGED' });
  expect(await chargesOf(outlasted)).toEqual([]);
  await goOnElsewhere();
});
