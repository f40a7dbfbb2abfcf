import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { eventually, openShop, pay, placeOrder, type RunningServer, type Shop } from './shop.ts';

/** The desk where operators find orders and see one whole. */
let shop: Shop;
let operations: Desk;
let outlet: Desk;
let channel: Desk;
const { linMei, father } = people;
const core = () => (shop.servers[0] as RunningServer).deps;

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration(core());
  operations = await signedIn(shop, 'yunying01');
  outlet = await signedIn(shop, 'wangdian01');
  channel = await signedIn(shop, 'qudao01');
});
afterAll(() => shop?.close());

const NOTHING = { orders: [], next: null };

test('an order is found by what is known of it, masked, and only within the scope of whoever looks', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(linMei);
  const { orderNo, orderId } = await paidOrder(visitor);
  const [row] = await core().database.query<{ merchant_order_no: string }>(
    'select merchant_order_no from payments where order_id = $1',
    [orderId],
  );
  const [policy] = (await visitor.value('queryOrderDetail', { orderNo })).people;
  const person = { idType: '01', idNumber: linMei.idNumber };
  for (const search of [
    {},
    { number: orderNo },
    { number: policy?.policyNo ?? '' },
    { number: row?.merchant_order_no ?? '' },
    person,
    { phone: linMei.phone },
    { ...person, phone: linMei.phone, group: 'issued' as const },
    { city: '320500', source: 'direct' as const, method: 'wxpay' as const },
  ]) {
    const { orders } = await operations.value('searchOrders', search);
    expect([search, orders.map((one) => one.orderNo)]).toEqual([search, [orderNo]]);
    expect(JSON.stringify(orders)).not.toMatch(new RegExp(`${linMei.phone}|${linMei.idNumber}|${linMei.name}`));
  }
  const [line] = (await operations.value('searchOrders', {})).orders;
  expect(line).toMatchObject({
    ...{ payer: '林*', people: 2, place: '苏州 - 市区', method: '微信支付', source: '直接' },
    ...{ amountFen: 31_600, statusLabel: '已承保', tone: 'success' },
  });
  for (const search of [
    { number: 'JS9999999999999999999' },
    { ...person, idNumber: people.mother.idNumber },
    { phone: '19000009999' },
    { city: '320100' },
    { group: 'closed' as const },
    { to: '2020-01-01' },
    { method: 'alipay' as const },
  ]) {
    expect([search, await operations.value('searchOrders', search)]).toEqual([search, NOTHING]);
  }
  expect((await operations.call('searchOrders', { from: '2026-02-30' })).code).not.toBe(200000);

  // Another city's outlet and another channel find nothing, whatever they ask for, and count nothing.
  for (const desk of [outlet, channel]) {
    for (const search of [{}, { number: orderNo }, person, { phone: linMei.phone }]) {
      expect(await desk.value('searchOrders', search)).toEqual(NOTHING);
    }
    expect(await desk.value('showOrderFigures')).toMatchObject({ ordersToday: 0, receivedTodayFen: 0 });
  }
  expect(await operations.value('showOrderFigures')).toMatchObject({
    ordersToday: 1,
    receivedTodayFen: 31_600,
    unpaid: 0,
  });
  // Within them, they do.
  await core().database.query(
    `update orders set city = '320600', attribution = '{"by":"agent","agentCode":"demo-bank"}' where id = $1`,
    [orderId],
  );
  for (const desk of [outlet, channel]) {
    expect((await desk.value('searchOrders', { source: 'agent' })).orders.map((one) => one.orderNo)).toEqual([orderNo]);
  }
  const looks = await core().database.query<{ subject_index: Buffer | null }>(
    `select subject_index from staff_audit where what = 'searchOrders' and subject_index is not null`,
  );
  expect(looks.length).toBeGreaterThan(4);
});

async function paidOrder(visitor: ReturnType<Shop['visitor']>): Promise<{ orderNo: string; orderId: bigint }> {
  const { orderNo } = await placeOrder(visitor, [linMei, father]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ order }) => order.status === 50,
  );
  return { orderNo, orderId: core().numbers.orderId(orderNo) as bigint };
}
