import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from './desk.ts';
import { recordSale } from './recorded-visit.ts';
import { eventually, keep, loggedIn, newestCode, openShop, resident, type Shop, type Visitor } from './shop.ts';

/** An account ends for good, and never while anything of it is under way. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

async function close(visitor: Visitor, phone: string) {
  shop.clock.advance(10 * 60_000);
  await visitor.value('sendOwnDataCode');
  return (await visitor.call('closeAccount', { code: newestCode(shop.sandbox, phone) })).envelope;
}

test('who is covered is told what stands in the way; once the money is back the account ends, and the papers stay', async () => {
  const person = resident(810);
  const { visit, orderNo, trace } = await recordSale(shop, person);
  const { visitor } = visit;
  await keep(visitor, resident(811), '02');
  const reasons = async () => (await visitor.value('showOwnData')).closing.map(({ what }) => what);
  expect(await reasons()).toEqual(['有保单还在保障期，或者还没有开始']);
  expect(await close(visitor, person.phone)).toMatchObject({ code: 400303, message: expect.stringContaining('保单') });
  expect((await visitor.call('closeAccount', { code: '000000' })).envelope.code).not.toBe(200000);

  const { people } = await visitor.value('queryOrderDetail', { orderNo });
  const choice = { orderNo, policyNos: [people[0]?.policyNo ?? ''], reason: 'duplicate' as const };
  shop.clock.advance(61_000);
  await visitor.value('saveRefundSubmission', choice);
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
  const code = newestCode(shop.sandbox, person.phone);
  await visitor.value('applyRefund', { ...choice, expectedFen: 15_800, clientKey: 'close-account-refund', code });
  expect(await reasons()).toEqual(expect.arrayContaining(['有订单没有办完', '有退款还没有到账']));
  await eventually(
    async () => {
      shop.clock.advance(30_000);
      for (const one of shop.sandbox.control.refunds.list()) shop.sandbox.control.refunds.settle(one.outRefundNo);
      await shop.sandbox.control.settle();
      return reasons();
    },
    (left) => left.length === 0,
  );
  expect(await close(visitor, person.phone)).toMatchObject({ code: 200000 });

  // Nobody is logged in any more, and the phone begins anew.
  expect((await visitor.call('profile')).envelope.code).toBe(400001);
  const { query } = deps().database;
  const phoneIndex = deps().index.phone(person.phone);
  expect(await query('select 1 from users where phone_index = $1', [phoneIndex])).toEqual([]);
  expect(
    await query('select 1 from account_holders where person_index = $1', [deps().index.person('01', person.idNumber)]),
  ).toEqual([]);
  await eventually(
    async () => shop.sandbox.control.sms(person.phone).map(({ params }) => params.event),
    (events) => events.includes('已注销，登录信息已删除'),
  );
  shop.clock.advance(61_000);
  const anew = await loggedIn(shop, person);
  expect((await anew.value('queryOrders', {})).orders).toEqual([]);
  expect(await anew.value('queryFamily')).toEqual([]);
  expect((await anew.value('showOwnData')).closing).toEqual([]);

  // The contract's papers are there for who has to show them; the recording is used for nothing.
  const service = await signedIn(shop, 'kefu01');
  expect(await service.value('showOrder', { orderNo })).toMatchObject({ orderNo });
  const [recording] = await query<{ restricted_at: number | null }>(
    'select restricted_at from recordings where trace = $1',
    [trace],
  );
  expect(recording?.restricted_at).not.toBeNull();
  const [left] = await query<{ open: number }>(
    `select count(*) filter (where details_sealed <> '')::integer as open from members m
     where m.user_id = (select user_id from orders where id = $1)`,
    [deps().numbers.orderId(orderNo)],
  );
  expect(left?.open).toBe(0);
  expect(shop.logged.join('\n')).not.toContain(person.phone);
});

test('who never bought anything ends the account at once, on every device', async () => {
  const person = resident(812);
  const first = await loggedIn(shop, person);
  shop.clock.advance(61_000);
  const second = await loggedIn(shop, person);
  await keep(first, person, '00');
  expect(await close(first, person.phone)).toMatchObject({ code: 200000 });
  expect((await second.call('profile')).envelope.code).toBe(400001);
  const rows = await deps().database.query(`select 1 from members where person_index = $1 and details_sealed <> ''`, [
    deps().index.person('01', person.idNumber),
  ]);
  expect(rows).toEqual([]);
  expect((await first.call('closeAccount', { code: '123456' })).envelope.code).toBe(400001);
});
