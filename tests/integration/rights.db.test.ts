import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { eventually, newestCode, openShop, pay, placeOrder, type RunningServer, type Shop } from './shop.ts';

/** What residents may ask about their own data, from their phone to the desk and back. */
let shop: Shop;
let compliance: Desk;
let service: Desk;
const { linMei, father } = people;
const core = () => (shop.servers[0] as RunningServer).deps;

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration(core());
  compliance = await signedIn(shop, 'hegui01');
  service = await signedIn(shop, 'kefu01');
});
afterAll(() => shop?.close());

test('a resident sees what is held, downloads it, learns who looked, and is answered by the desk', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(linMei);
  const { orderNo } = await placeOrder(visitor, [linMei, father]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ order }) => order.status === 50,
  );
  const stranger = shop.visitor();
  await stranger.logIn(people.stranger);
  const code = async () => {
    shop.clock.advance(61_000);
    await visitor.value('sendOwnDataCode');
    return newestCode(shop.sandbox, linMei.phone);
  };

  await service.value('searchOrders', { idType: '01', idNumber: linMei.idNumber });
  await eventually(
    () => visitor.value('showOwnData'),
    ({ looks }) => looks.length > 0,
  );
  const data = await visitor.value('showOwnData');
  expect(data.held.find(({ what }) => what === '保单')?.count).toBe(2);
  expect(data.keptUntil).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(data.looks[0]).toMatchObject({ who: '客服', what: '查订单' });

  const right = await code();
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await visitor.call('exportOwnData', { code: wrong })).envelope.code).not.toBe(200000);
  const copy = await visitor.value('exportOwnData', { code: right });
  expect(JSON.parse(copy.json)).toMatchObject({ 账户: [{ 手机号: linMei.phone }], 订单: [{ 订单号: orderNo }] });
  for (const text of [copy.json, copy.text]) {
    expect(text).toContain(linMei.idNumber);
    expect(text).not.toContain(people.stranger.idNumber);
  }
  expect((await visitor.call('exportOwnData', { code: right })).envelope.code).not.toBe(200000);

  const asked = { right: 'erase' as const, words: '不想再留录像' };
  expect(await visitor.value('askRight', { ...asked, code: await code() })).toMatchObject({ open: true, answer: null });
  expect((await visitor.call('askRight', { ...asked, code: await code() })).envelope.message).toContain('还在办理');
  expect((await stranger.value('showOwnData')).requests).toEqual([]);
  expect((await stranger.call('withdrawRight', { right: 'erase' })).envelope.code).not.toBe(200000);

  const [request] = (await service.value('listRightsRequests')).requests;
  expect(request).toMatchObject({ ...{ right: 'erase', words: asked.words, open: true, late: false } });
  expect(request?.phone).not.toBe(linMei.phone);
  const answer = { rightsNo: request?.rightsNo ?? '', agree: true, answer: '已按您的要求处理' };
  expect((await service.call('answerRightsRequest', answer)).code).toBe(400702);
  const done = await compliance.value('answerRightsRequest', answer);
  expect(done.answer).toMatch(/会话记录：0 份已销毁/);
  expect((await compliance.call('answerRightsRequest', answer)).code).not.toBe(200000);
  expect((await visitor.value('showOwnData')).requests).toMatchObject([
    { right: 'erase', statusLabel: '已办', open: false, answer: done.answer },
  ]);
  expect((await compliance.value('listRightsRequests', { which: 'done' })).requests).toHaveLength(1);

  await visitor.value('askRight', { right: 'correct', words: '名字写错了', code: await code() });
  await visitor.value('withdrawRight', { right: 'correct' });
  expect((await compliance.value('listRightsRequests')).requests).toEqual([]);
});
