import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { companiesOf } from './company-people.ts';
import { signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';
import { stopSale } from './stop-sale.ts';

/** The sale stands still in one city, and a company has people there and elsewhere. */
const DAY = '2026-11-20';
const UNIT_FEN = 15_800;
const [SUZHOU, NANJING] = ['320540', '320100'];
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(Date.parse(`${DAY}T10:00:00+08:00`));
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
const { run, agreed } = companiesOf(() => shop);
const told = (phone: string) => shop.sandbox.control.sms(phone).map(({ text }) => text);
const isRight = async () => (await trialBalance(deps().database, shop.clock.now())).isRight;

test('who lives where the sale stands still is left out of the bill; when it goes on they are billed from what is there', async () => {
  const company = await agreed(12, (index) => (index < 4 ? NANJING : SUZHOU));
  const goOn = await stopSale(shop, company.productId, NANJING);
  expect(await company.shown()).toMatchObject({
    standing: [{ text: '南京市暂停参保：系统维护', people: 4 }],
    counts: { confirmed: 12 },
  });
  expect((await company.decide('bill')).result).toEqual({ people: 8 });
  expect(await company.shown()).toMatchObject({
    bill: { people: 8, amountFen: 8 * UNIT_FEN },
    ...{ counts: { billed: 8, confirmed: 4 }, standing: [{ people: 4 }] },
  });
  // The company pays for all, as it had meant to.
  expect(await company.transfer(12 * UNIT_FEN, DAY)).toEqual({ isPaid: true });
  await run('group-bills', 'outbox', 'group-left-out', 'group-news');
  expect(await company.shown()).toMatchObject({
    ...{ statusLabel: '已完成', counts: { insured: 8, confirmed: 4 } },
    money: { receivedFen: 12 * UNIT_FEN, usedFen: 8 * UNIT_FEN, leftFen: 4 * UNIT_FEN },
  });
  for (const news of [
    '另有 4 人所在城市暂停参保，先不收费，恢复后通知您',
    '账单1,264.00元，2026.11.30前转账，附言见进度',
  ]) {
    expect(told(company.phone)).toContainEqual(expect.stringContaining(`${news}。详情`));
  }
  expect(await isRight()).toBe(true);

  // While it stands still there is nobody to bill.
  expect((await company.decide('open-roster')).code).toBe(200000);
  expect(await company.decide('bill')).toMatchObject({ code: 400707, message: '南京市暂停参保：系统维护' });
  await run('group-left-out', 'group-news');
  expect(told(company.phone).filter((text) => text.includes('恢复参保了'))).toEqual([]);

  await goOn();
  await run('group-left-out', 'group-news');
  expect(told(company.phone).filter((text) => text.includes('恢复参保了'))).toHaveLength(1);
  const { alerts } = await (await signedIn(shop, 'yunwei01')).value('listAlerts', {});
  expect(alerts.map(({ title }) => title)).toContain('城市恢复参保了，单位里还有人没进账单');
  expect(await company.shown()).toMatchObject({ standing: [] });
  expect((await company.decide('bill')).result).toEqual({ people: 4 });
  await run('group-bills', 'outbox');
  expect(await company.shown()).toMatchObject({
    ...{ statusLabel: '已完成', counts: { insured: 12, confirmed: 0 } },
    money: { receivedFen: 12 * UNIT_FEN, usedFen: 12 * UNIT_FEN, leftFen: 0 },
  });
  expect(await isRight()).toBe(true);
});

test('a bill that is out is paid and worked off although a city stands still meanwhile: a price and a day were told', async () => {
  const company = await agreed(10);
  expect((await company.decide('bill')).result).toEqual({ people: 10 });
  const goOn = await stopSale(shop, company.productId, SUZHOU.slice(0, 4).padEnd(6, '0'));
  expect(await company.transfer(10 * UNIT_FEN, DAY)).toEqual({ isPaid: true });
  await run('group-bills', 'outbox');
  expect(await company.shown()).toMatchObject({ statusLabel: '已完成', counts: { insured: 10 }, standing: [] });
  await goOn();
  expect(await isRight()).toBe(true);
});

test('nobody is billed of a company that lives where the sale stands still, and it is told when the sale ended before', async () => {
  const company = await agreed(10);
  const few = await agreed(10, undefined, 2);
  const goOn = await stopSale(shop, company.productId, '320500');
  // What will be as true when it goes on is said first.
  const all = await stopSale(shop, company.productId);
  expect((await few.decide('bill')).message).toBe('团体参保 10 人起，现在确认了 2 人');
  expect((await company.decide('bill')).message).toBe('全省暂停参保：系统维护');
  await all();
  expect(await company.decide('bill')).toMatchObject({ code: 400707, message: '苏州市暂停参保：系统维护' });
  expect(await company.shown()).toMatchObject({ bill: null, counts: { confirmed: 10, billed: 0 } });
  await run('group-left-out', 'group-news');
  expect(told(company.phone).filter((text) => text.includes('参保期结束'))).toEqual([]);
  shop.clock.set(Date.parse('2027-06-01T10:00:00+08:00'));
  await run('group-left-out', 'group-news');
  expect(
    told(company.phone).filter((text) => text.includes('10 人因所在城市暂停参保没有参保，也没有收费')),
  ).toHaveLength(1);
  await goOn();
  await run('group-left-out', 'group-news');
  expect(told(company.phone).filter((text) => text.includes('恢复参保了'))).toEqual([]);
});
