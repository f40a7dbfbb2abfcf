import { beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyWithContract, openEdition } from './contract-buyer.ts';
import { contractYears } from './contract-years.ts';
import { openShop, resident, type Shop } from './shop.ts';

let shop: Shop;
let residents = 8_750;

beforeEach(async () => {
  shop = await openShop({ jobs: false, servers: 2, clock: createTestClock(beijingMs('2026-11-20 10:00')) });
});
afterEach(() => shop?.close());

const { query, work, at, charged, told, runOf, chargesOf, beginAlone } = contractYears(() => shop);
const buyer = () => buyWithContract(shop, [resident(residents++)]);

/** A year later two editions are on sale, and one of them is about to charge. */
async function untilItsDay(): Promise<void> {
  await work();
  await at('2027-02-01 10:00');
  await openEdition(shop, { code: 'demo28', year: 2027 });
  for (const moment of ['10-21 10:00', '11-13 10:00', '11-18 08:00', '11-19 10:00']) await at(`2027-${moment}`);
}

test('while somebody buys for the people by another edition of the year, nothing is charged', async () => {
  const [pays, leaves] = [await buyer(), await buyer()];
  const due = '2027-11-20';
  await untilItsDay();
  expect(await runOf(pays, 'soon28')).toMatchObject({ status: 'BOOKED', due });
  shop.clock.set(beijingMs(`${due} 07:55`));
  const [pay] = [await beginAlone(pays, 'demo28'), await beginAlone(leaves, 'demo28')];
  await at(`${due} 08:01`);
  expect(await runOf(pays, 'soon28')).toMatchObject({ status: 'CHARGING', order_id: null });
  expect([...(await chargesOf(pays)), ...(await chargesOf(leaves))]).toEqual([]);
  await pay();
  // Both orders would have been closed by now.
  await at(`${due} 08:42`);
  await charged();
  expect(await chargesOf(pays)).toEqual([]);
  expect(await runOf(pays, 'soon28')).toMatchObject({ status: 'LEFT_OUT', end_note: '都已经参保，不用扣费' });
  expect(await chargesOf(leaves)).toMatchObject([{ state: 'SUCCESS' }]);
});

test('of two orders that were saved at one moment, by two editions of the year, the one of a contract is not charged', async () => {
  const both = await buyer();
  await untilItsDay();
  // The other order holds the people from the very moment in which this one does, so neither saw the other before.
  await query(`create function hold_beside() returns trigger language plpgsql as $$ begin
    insert into person_claims values
      (new.person_index, 'demo28', '\\x00', new.user_id, new.claimed_at, new.expires_at) on conflict do nothing;
    return new; end $$`);
  await query(`create trigger hold_beside after insert on person_claims for each row
    when (new.edition_code = 'soon28') execute function hold_beside()`);
  await at('2027-11-20 08:01');
  await query('drop trigger hold_beside on person_claims');
  expect(await runOf(both, 'soon28')).toMatchObject({ status: 'CHARGING', order_id: expect.anything() });
  expect(await chargesOf(both)).toEqual([]);

  await at('2027-11-20 08:42');
  expect(told(both).at(-1)).toContain('没有来得及扣');
  await at('2027-11-21 10:00');
  await charged();
  expect(await chargesOf(both)).toMatchObject([{ state: 'SUCCESS' }]);
});

test('a plan that only an announced edition of the year will sell waits until that is on sale', async () => {
  const upgraded = await buyer();
  await work();
  await query(`update withholding_contracts set plan_code = 'upgraded' where contract_code = $1`, [upgraded.code]);
  await openEdition(shop, {
    ...{ code: 'both28', year: 2027 },
    change: ({ plans: [plan] }) => ({
      ...{ insureStart: '2027-03-01', announcedOn: '2027-01-01' },
      plans: [{ ...plan, code: 'upgraded', name: '升级款' }],
    }),
  });
  const planned = () => query('select edition_code from withholding_runs');
  await at('2027-02-01 10:00');
  expect(await planned()).toEqual([]);
  await at('2027-03-01 10:00');
  expect(await planned()).toEqual([{ edition_code: 'both28' }]);
  expect(await runOf(upgraded, 'both28')).toMatchObject({ plan_code: 'upgraded', end_note: null });
});
