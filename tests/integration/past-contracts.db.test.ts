import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { contractForgetter } from '../../apps/server/src/features/rights/index.ts';
import { signedIn } from './desk.ts';
import { addRow } from './filled-table.ts';
import { ownCopy } from './own-copy.ts';
import { recordSale, seal } from './recorded-visit.ts';
import { loggedIn, openShop, pay, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

/** Five years after the cover's end nobody is found in the contract any more; what it was, and what it cost, is. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  shop = await openShop({ jobs: false, environment: { RETENTION_ERASES: '1' } });
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

/** Past the last day on which the contract's papers are kept, give or take. */
async function at(daysAfter: number): Promise<void> {
  const edition = deps()
    .editions.all()
    .find(({ isDefault }) => isDefault);
  const cover = Number(edition?.document.invalidDate.slice(0, 4));
  shop.clock.set(Date.parse(`${cover + 6}-01-01T00:00:00+08:00`) + daysAfter * DAY_MS + 3_600_000);
}

const namesIn = async (visitor: Visitor, orderNo: string) =>
  (await visitor.value('queryOrderDetail', { orderNo })).people.map(({ name }) => name);

test('everybody in it is gone when its time is over and its record is destroyed, and not a day before', async () => {
  const person = resident(9_900);
  const { trace, orderNo, visit } = await recordSale(shop, person);
  const { visitor } = visit;
  await visitor.value('saveOrderLove', { orderNo, nickname: '小安一家', gift: 'guard', withShareCode: false });
  shop.clock.advance(31 * 60_000);
  await seal(shop);
  await shop.runJob('people');

  const before = JSON.stringify(await (await signedIn(shop, 'kefu01')).value('showOrder', { orderNo }));

  await at(-1);
  expect(await shop.runJob('past-contracts')).toBe(0);
  await at(0);
  // The record of the sale first.
  expect(await shop.runJob('past-contracts')).toBe(0);
  await shop.runJob('keep-recordings');
  const { query } = deps().database;
  const [recording] = await query<{ keys: Buffer | null }>(
    'select keys_wrapped as keys from recordings where trace = $1',
    [trace],
  );
  expect(recording?.keys).toBeNull();
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await shop.runJob('past-contracts')).toBe(0);

  // At the console: no name, not found by number, and the sums as they were.
  const service = await signedIn(shop, 'kefu01');
  const order = await service.value('showOrder', { orderNo });
  const shownMasked = new RegExp(`${person.name[0]}[*]|[*]{8}${person.idNumber.slice(-3)}`);
  expect(before).toMatch(shownMasked);
  expect(JSON.stringify(order)).not.toMatch(shownMasked);
  expect(order).toMatchObject({ payer: { name: '已销毁' }, people: [{ name: '已销毁' }] });
  expect((await service.value('searchOrders', { idType: '01', idNumber: person.idNumber })).orders).toEqual([]);
  expect((await service.value('searchPeople', { idNumber: person.idNumber })).people).toEqual([]);
  const shown = JSON.stringify(await service.value('searchOrders', {}));
  expect(shown).toContain(orderNo);
  expect(shown).not.toContain(person.name[0]);

  // To its owner as well: the order with its sum, nobody in it.
  await visitor.logIn(person);
  expect(await namesIn(visitor, orderNo)).toEqual(['已销毁']);
  const { rowsOf } = await ownCopy(shop, visitor, person);
  expect(rowsOf('订单')).toMatchObject([{ 订单号: orderNo, 金额: '158.00', 缴费人: '已销毁', 缴费人证件号码: '' }]);
  expect(rowsOf('保单')).toMatchObject([{ 被保险人: '已销毁', 证件号码: '' }]);
  const [marks] = await query<{ found: number }>(
    `select (select count(*) from policies_by_person where person_index = $1)
       + (select count(*) from person_claims where person_index = $1)
       + (select count(*) from people where person_index = $1 and source <> 'member')
       + (select count(*) from insured where person_index = $1)
       + (select count(*) from orders where policyholder_index = $1)
       + (select count(*) from love_certificates) as found`,
    [deps().index.person('01', person.idNumber)],
  );
  expect(Number(marks?.found)).toBe(0);
});

test('what is open holds the people, and where nothing may be destroyed nobody goes', async () => {
  const { query } = deps().database;
  const person = resident(9_910);
  shop.clock.set(Date.parse('2026-11-20T10:00:00+08:00'));
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await shop.runJob('outbox order-paid');
  const [order] = await query<{ shard: number; id: bigint; user_id: bigint }>(
    'select shard, id, user_id from orders where id = $1',
    [deps().numbers.orderId(orderNo)],
  );
  const { shard, id: order_id, user_id } = order ?? expect.fail();
  await at(1);
  const { retention } = shop.servers[0]?.built ?? expect.fail();
  const { retentionNumbers } = retention;
  const longer = { ...retentionNumbers, shortTermYears: retentionNumbers.shortTermYears + 1 };
  expect(await contractForgetter({ ...retention, ...deps(), erases: false })()).toBe(0);
  expect(await contractForgetter({ ...retention, ...deps(), retentionNumbers: longer })()).toBe(0);

  const of = { shard, order_id };
  const nowMs = shop.clock.now();
  const ends = [
    ['refunds', 'state', { state: 'PROCESSING' }, 'SETTLED'],
    ['complaints', 'status', { user_id, status: 'accepted' }, 'closed'],
    ['changes', 'status', { user_id, status: 'REVIEWING' }, 'REJECTED'],
    ['withholding_contracts', 'status', { user_id, status: 'SIGNED', insured_ids: '{}' }, 'ENDED_BY_USER'],
  ] as const;
  for (const [table, column, said, ended] of ends) {
    await addRow(query, table, { ...of, ...said }, nowMs);
    expect(await shop.runJob('past-contracts'), table).toBe(0);
    await query(`update ${table} set ${column} = $3 where shard = $1 and order_id = $2`, [shard, order_id, ended]);
  }
  // Not paid and not over: nobody knows yet what becomes of it.
  await query('update orders set status = 25 where shard = $1 and id = $2', [shard, order_id]);
  expect(await shop.runJob('past-contracts')).toBe(0);
  await query('update orders set status = 50 where shard = $1 and id = $2', [shard, order_id]);
  expect(await namesIn(await again(person), orderNo)).toEqual([person.name]);
  expect(await shop.runJob('past-contracts')).toBe(1);
  const after = await again(person);
  expect(await namesIn(after, orderNo)).toEqual(['已销毁']);
  // Nobody wrote what it says.
  await query('delete from complaints where shard = $1 and order_id = $2', [shard, order_id]);
  const { rowsOf } = await ownCopy(shop, after, person);
  expect(rowsOf('信息变更')).toMatchObject([{ 订单号: orderNo, 改了什么: '' }]);
});

async function again(person: ReturnType<typeof resident>): Promise<Visitor> {
  shop.clock.advance(61_000);
  return loggedIn(shop, person);
}
