import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { eventually, openShop, pay, placeOrder, type RunningServer, type Shop, type Visitor } from './shop.ts';

/** The desk where operators find orders and see one whole. */
let shop: Shop;
let operations: Desk;
let outlet: Desk;
let channel: Desk;
const { linMei, father, mother } = people;
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
    expect(await desk.value('searchOrders', { source: 'direct' })).toEqual(NOTHING);
  }
  const looks = await core().database.query<{ subject_index: Buffer | null }>(
    `select subject_index from staff_audit where what = 'searchOrders' and subject_index is not null`,
  );
  expect(looks.length).toBeGreaterThan(4);
});

test('one order is shown whole and masked; its people whole only to who asked, for a while, once another agreed', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(mother);
  // Of two orders of one moment either may be the older.
  shop.clock.advance(1_000);
  const { orderNo, orderId } = await paidOrder(visitor, [mother]);
  const shown = await operations.value('showOrder', { orderNo });
  expect(shown).toMatchObject({
    ...{ statusLabel: '已承保', issued: { done: 1, of: 1 }, premiumFen: 15_800, paidFen: 15_800, source: '直接' },
    payer: { phone: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) },
    people: [{ relation: '本人', policyLabel: '待生效', premiumFen: 15_800, refund: { amountFen: 15_800, why: null } }],
    attempts: [{ label: '成功', method: '微信支付', amountFen: 15_800 }],
    money: { channelFen: 15_800, orderFen: 15_800, insurerFen: 15_800 },
    actions: { refund: null, issueAgain: expect.any(String) },
    evidence: { trace: null },
  });
  expect(shown.shares.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(15_800);
  expect(shown.shares[0]).toMatchObject({ name: '甲信财产保险江苏分公司', shortName: '甲信财产', percent: 40 });
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${mother.phone}|${mother.idNumber}|${mother.name}`));
  // The newest first, though the provider tells the time of a payment in whole seconds only.
  const life = shown.happened.map(({ what }) => what);
  expect(life).toEqual(['出单', '记为已付款', '提交订单']);
  expect((await operations.value('showOrder', { orderNo: shown.neighbours.older ?? '' })).neighbours.newer).toBe(
    orderNo,
  );

  // Who may serve people gets from the order to the payer; who may not look at people gets nothing that leads there.
  expect((await (await signedIn(shop, 'caiwu01')).value('showOrder', { orderNo })).payer.person).toBeNull();
  const person = shown.payer.person ?? '';
  await shop.runJob('people');
  await operations.value('notePersonCall', { person, words: '问凭证什么时候到' });
  expect((await operations.value('sendPersonMessage', { person, about: 'paper' })).phone).toBe(shown.payer.phone);

  // Until another person has agreed nobody sees them, and then nobody but the asker, and not for long.
  const kefu = await signedIn(shop, 'kefu01');
  expect((await kefu.call('readOrderPeople', { orderNo })).code).toBe(400707);
  const { approvalNo } = await kefu.value('askPersonReveal', { orderNo, reason: '缴费人来电核对证件' });
  expect((await kefu.call('askPersonReveal', { orderNo, reason: '再申请一次看看' })).code).toBe(400707);
  expect((await kefu.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  expect((await operations.value('decideApproval', { approvalNo, agree: true })).status).toBe('approved');
  const { people: whole, payer } = await kefu.value('readOrderPeople', { orderNo });
  expect(whole).toMatchObject([{ name: mother.name, idNumber: mother.idNumber }]);
  expect(payer).toMatchObject({ name: mother.name, phone: mother.phone });
  expect((await operations.call('readOrderPeople', { orderNo })).code).toBe(400707);
  const notes = await core().database.query(
    `select 1 from staff_audit where what = 'readOrderPeople' and subject = $1 and outcome = 'done' and subject_index is not null`,
    [orderNo],
  );
  expect(notes).toHaveLength(1);
  shop.clock.advance(15 * 60_000);
  expect((await kefu.call('readOrderPeople', { orderNo })).code).toBe(400707);

  // What lies outside the scope of whoever asks is not there, whichever call is sent.
  const [policyNo] = shown.people.map((one) => one.policyNo);
  const reason = '测试范围以外的订单';
  await core().database.query(`update staff_accounts set scope = '{"insurers":null,"cities":["320600"],"channels":null}'
    where account in ('yunying01', 'caiwu01')`);
  const far = [await signedIn(shop, 'yunying01'), await signedIn(shop, 'caiwu01')] as const;
  for (const answer of [
    await far[0].call('showOrder', { orderNo }),
    await far[0].call('askPersonReveal', { orderNo, reason }),
    await far[0].call('readOrderPeople', { orderNo }),
    await far[0].call('issueOrderAgain', { orderNo, reason }),
    await far[0].call('askOrderRefund', {
      ...{ orderNo, policyNos: [policyNo as string], refundReason: 'other', expectedFen: 15_800, reason },
    }),
    await outlet.call('showOrder', { orderNo }),
    await channel.call('showOrder', { orderNo }),
  ]) {
    expect(answer.code).toBe(400104);
  }
  await core().database.query(`update staff_accounts set scope = '{"insurers":["没有的公司"],"cities":null,"channels":null}'
    where account = 'caiwu01'`);
  expect((await (await signedIn(shop, 'caiwu01')).call('showOrder', { orderNo })).code).toBe(400104);
  await core().database.query(`update staff_accounts set scope = '{"insurers":null,"cities":null,"channels":null}'
    where account in ('yunying01', 'caiwu01')`);
  operations = await signedIn(shop, 'yunying01');

  // Left behind by whatever, it is issued when somebody says so.
  await core().database.query(`update orders set status = 30, issued_at = null where id = $1`, [orderId]);
  await core().database.query(`update policies set issued_at = null where order_id = $1`, [orderId]);
  await operations.value('issueOrderAgain', { orderNo, reason: '保司说没有收到，重新送' });
  await eventually(
    () => operations.value('showOrder', { orderNo }),
    ({ issued }) => issued.done === 1,
  );
});

async function paidOrder(visitor: Visitor, family = [linMei, father]): Promise<{ orderNo: string; orderId: bigint }> {
  const { orderNo } = await placeOrder(visitor, family);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ order }) => order.status === 50,
  );
  return { orderNo, orderId: core().numbers.orderId(orderNo) as bigint };
}
