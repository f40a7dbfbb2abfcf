import { beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyWithContract, openEdition } from './contract-buyer.ts';
import { contractYears } from './contract-years.ts';
import { openShop, resident, type Shop } from './shop.ts';

let shop: Shop;
let residents = 8_700;

beforeAll(async () => {
  shop = await openShop({ jobs: false, servers: 2, clock: createTestClock(beijingMs('2026-11-20 10:00')) });
});
afterAll(() => shop?.close());

const { query, work, at, charged, told, view, runOf, chargesOf, buyAlone, makeDefault } = contractYears(() => shop);
const buyer = () => buyWithContract(shop, [resident(residents++)]);

const runsOf = async ({ code }: { code: string }) =>
  query(
    `select r.edition_code, r.status from withholding_runs r
     join withholding_contracts c on c.shard = r.shard and c.id = r.contract_id where c.contract_code = $1`,
    [code],
  );

test('where two editions cover the same year, a contract takes money for one of them, and for nobody who has the other', async () => {
  const [plain, alone, upgraded] = [await buyer(), await buyer(), await buyer()];
  await work();
  await query(`update withholding_contracts set plan_code = 'upgraded' where contract_code = $1`, [upgraded.code]);

  // The demonstration's own edition of 2028 goes on sale first.
  await at('2027-02-01 10:00');
  expect(await runsOf(plain)).toEqual([{ edition_code: 'soon28', status: 'PLANNED' }]);
  expect(await runsOf(upgraded)).toEqual([{ edition_code: 'soon28', status: 'LEFT_OUT' }]);
  await openEdition(shop, { code: 'demo28', year: 2027, premiumFen: 17_800 });
  await makeDefault('demo28');
  await at('2027-02-01 10:20');
  expect(await runsOf(plain)).toEqual([{ edition_code: 'soon28', status: 'PLANNED' }]);
  expect(await view(plain)).toMatchObject({ comingYear: { stage: 'planned', amountFen: 15_800, reasons: [] } });
  await buyAlone(alone, 'demo28');

  for (const moment of ['10-21 10:00', '11-13 10:00', '11-18 08:00', '11-19 10:00', '11-20 08:00'])
    await at(`2027-${moment}`);
  await charged();
  expect(await chargesOf(plain)).toMatchObject([{ state: 'SUCCESS' }]);
  expect(await view(plain)).toMatchObject({ status: 'CHARGED', editionYear: 2028, comingYear: null });
  expect(await chargesOf(alone)).toEqual([]);
  expect(await runOf(alone, 'soon28')).toMatchObject({ status: 'LEFT_OUT', end_note: '都已经参保，不用扣费' });
  expect(told(plain).filter((text) => text.includes('扣费成功'))).toHaveLength(1);
});

test('a plan goes on by the edition of the year that sells it, and else by the one that everybody sees', async () => {
  const [basic, upgraded] = [await buyer(), await buyer()];
  await work();
  await query(`update withholding_contracts set plan_code = 'upgraded' where contract_code = $1`, [upgraded.code]);
  await openEdition(shop, {
    ...{ code: 'both29', year: 2028 },
    change: ({ plans: [plan] }) => ({ plans: [plan, { ...plan, code: 'upgraded', name: '升级款' }] }),
  });
  await openEdition(shop, { code: 'demo29', year: 2028 });
  await makeDefault('demo29');
  await at('2028-02-01 10:00');
  expect(await runsOf(basic)).toEqual([{ edition_code: 'demo29', status: 'ASKING' }]);
  expect(await runsOf(upgraded)).toEqual([{ edition_code: 'both29', status: 'ASKING' }]);
});
