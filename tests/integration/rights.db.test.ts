import { beijingDate } from '@huimin/domain/date';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { ownCopy } from './own-copy.ts';
import { recordSale, seal } from './recorded-visit.ts';
import {
  eventually,
  keep,
  newestCode,
  openShop,
  pay,
  placeOrder,
  type RunningServer,
  resident,
  type Shop,
} from './shop.ts';

/** What residents may ask about their own data, from their phone to the desk and back. */
let shop: Shop;
let compliance: Desk;
let service: Desk;
let operations: Desk;
const { linMei, father } = people;
const core = () => (shop.servers[0] as RunningServer).deps;

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration(core());
  compliance = await signedIn(shop, 'hegui01');
  service = await signedIn(shop, 'kefu01');
  operations = await signedIn(shop, 'yunying01');
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
  // Beside the contract: a booking, somebody who is never insured, how to be reached, and what was told.
  await keep(visitor, resident(77), '03');
  await visitor.value('updateProfile', { nickname: '林女士&家人' });
  const productId = `soon${Number(beijingDate(shop.clock.now()).slice(2, 4)) + 2}`;
  const booking = { productId, regionCode: '320500', headCount: 3, privacyVersion: 1, consent: true } as const;
  await visitor.value('saveBooking', booking);
  await eventually(
    () => visitor.value('queryInbox', {}),
    ({ messages }) => messages.length > 0,
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
  expect(data.held.find(({ what }) => what === '消息')?.count).toBe(1);
  expect(data.keptUntil).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(data.looks[0]).toMatchObject({ who: '客服', what: '查订单' });

  const right = await code();
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await visitor.call('exportOwnData', { code: wrong })).envelope.code).not.toBe(200000);
  const copy = await visitor.value('exportOwnData', { code: right });
  const rowsOf = (what: string) => copy.parts.find((part) => part.what === what)?.rows;
  expect(rowsOf('订单')).toMatchObject([{ 订单号: orderNo, 人数: '2', 金额: '316.00', 缴费人: linMei.name }]);
  expect(rowsOf('付款')).toMatchObject([{ 订单号: orderNo, 方式: '微信支付', 金额: '316.00', 结果: '成功' }]);
  expect(rowsOf('保单')).toMatchObject([{ 被保险人: linMei.name }, { 被保险人: father.name }]);
  expect(rowsOf('消息')).toMatchObject([{ 标题: '保单已生成' }]);
  expect(rowsOf('开售预约')).toMatchObject([{ 人数: '3', 状态: '已预约' }]);
  expect(rowsOf('账户')).toEqual([
    { 手机号: linMei.phone, 称呼: '林女士&家人', 邮箱: '', 地址: '', 营销短信: '没有关' },
  ]);
  expect(rowsOf('登录着的设备')).toHaveLength(1);
  expect(rowsOf('登录和账户记录')).not.toEqual([]);
  expect(copy.page).toContain('林女士&amp;家人');
  for (const text of [JSON.stringify(copy.parts), copy.page]) {
    expect(text).toContain(linMei.idNumber);
    expect(text).not.toContain(people.stranger.idNumber);
  }
  expect((await visitor.call('exportOwnData', { code: right })).envelope.code).not.toBe(200000);

  // Restricted: its owner reads on, the desk does not, and nothing more is sent.
  const told = async () => (await operations.value('listInboxMessages', {})).messages.map(({ title }) => title);
  expect(await told()).toEqual(['保单已生成']);
  await visitor.value('askRight', { right: 'restrict', words: '不要再用', code: await code() });
  const [restrict] = (await compliance.value('listRightsRequests')).requests;
  const kept = await compliance.value('answerRightsRequest', {
    ...{ rightsNo: restrict?.rightsNo ?? '', agree: true, answer: '已停止使用' },
  });
  expect(kept.answer).toContain('消息 1 条，工作人员不再能看；取消开售预约 1 个');
  // What is new after that is told as before: that there is an answer.
  const inbox = async () => (await visitor.value('queryInbox', {})).messages.map(({ title }) => title);
  await eventually(inbox, (titles) => titles.length > 1);
  expect(await inbox()).toEqual(['个人信息申请', '保单已生成']);
  expect(await told()).toEqual(['个人信息申请', '本人要求停止使用']);
  expect((await visitor.value('profile')).marketingWanted).toBe(false);

  const asked = { right: 'erase' as const, words: '不想再留录像' };
  expect(await visitor.value('askRight', { ...asked, code: await code() })).toMatchObject({ open: true, answer: null });
  expect((await visitor.call('askRight', { ...asked, code: await code() })).envelope.message).toContain('还在办理');
  expect((await stranger.value('showOwnData')).requests).toEqual([]);
  expect((await stranger.call('withdrawRight', { right: 'erase' })).envelope.code).not.toBe(200000);

  const [request] = (await service.value('listRightsRequests')).requests;
  expect(request).toMatchObject({ ...{ right: 'erase', words: asked.words, open: true } });
  expect(request?.phone).not.toBe(linMei.phone);
  const answer = { rightsNo: request?.rightsNo ?? '', agree: true, answer: '已按您的要求处理' };
  expect((await service.call('answerRightsRequest', answer)).code).toBe(400702);
  const done = await compliance.value('answerRightsRequest', answer);
  expect(done.answer).toMatch(/参保过程记录：0 份已销毁/);
  expect(done.answer).toContain('消息 2 条，开售预约 1 个，没有参保过的人 1 位，称呼、邮箱和地址');
  await eventually(inbox, (titles) => titles.length > 0);
  expect(await inbox()).toEqual(['个人信息申请']);
  const left = await visitor.value('showOwnData');
  const count = (what: string) => left.held.find((one) => one.what === what)?.count;
  expect(['消息', '开售预约', '本人和家人', '订单', '保单'].map(count)).toEqual([1, 0, 2, 1, 2]);
  expect((await visitor.value('profile')).contact).toEqual({ nickname: null, email: null, address: null });
  expect((await visitor.value('queryFamily')).map(({ name }) => name)).not.toContain(resident(77).name);
  expect((await compliance.call('answerRightsRequest', answer)).code).not.toBe(200000);
  expect((await visitor.value('showOwnData')).requests.slice(0, 1)).toMatchObject([
    { right: 'erase', statusLabel: '已办', open: false, answer: done.answer },
  ]);
  expect((await compliance.value('listRightsRequests', { which: 'done' })).requests).toHaveLength(2);

  // A phone gets so many codes an hour.
  shop.clock.advance(3_600_000);
  compliance = await signedIn(shop, 'hegui01');
  await visitor.value('askRight', { right: 'correct', words: '名字写错了', code: await code() });
  await visitor.value('withdrawRight', { right: 'correct' });
  expect((await compliance.value('listRightsRequests')).requests).toEqual([]);
});

test('the record of a sale is told of, and what its owner asks for reaches it, sealed or not', async () => {
  const own = await recordSale(shop, resident(31));
  const other = await recordSale(shop, resident(32));
  const { visitor } = own.visit;
  const states = async () =>
    new Map(
      (
        await core().database.query<{ trace: string; restricted: boolean }>(
          'select trace, restricted_at is not null as restricted from recordings where trace = any($1)',
          [`{${own.trace},${other.trace}}`],
        )
      ).map(({ trace, restricted }) => [trace, restricted]),
    );
  const held = async () => (await visitor.value('showOwnData')).held.find(({ what }) => what === '参保过程记录')?.count;
  expect(await held()).toBe(1);
  const ask = async (right: 'restrict' | 'erase') => {
    shop.clock.advance(61_000);
    await visitor.value('sendOwnDataCode');
    const code = newestCode(shop.sandbox, resident(31).phone);
    await visitor.value('askRight', { right, words: '不要再用', code });
    const [request] = (await compliance.value('listRightsRequests')).requests;
    const given = { rightsNo: request?.rightsNo ?? '', agree: true, answer: '已按要求处理' };
    return (await compliance.value('answerRightsRequest', given)).answer;
  };
  // Not sealed yet: what is sealed later takes it from here.
  expect(await ask('restrict')).toContain('参保过程记录：0 份已销毁，1 份改为只存不用');
  expect(await states()).toEqual(
    new Map([
      [own.trace, true],
      [other.trace, false],
    ]),
  );
  shop.clock.advance(31 * 60_000);
  compliance = await signedIn(shop, 'hegui01');
  await seal(shop);
  expect(await ask('erase')).toContain('参保过程记录：0 份已销毁，1 份改为只存不用');
  expect(await held()).toBe(1);

  const copy = await ownCopy(shop, visitor, resident(31));
  const agreed = copy.rowsOf('同意过的文件')?.map((one) => `${one.文件} ${one.什么时候同意的}`);
  expect(agreed).toContain('个人信息保护政策 登录时');
  expect(agreed).toContain(`免除责任 参保时，订单 ${own.orderNo}`);
  expect(copy.rowsOf('参保过程记录')).toMatchObject([{ 记录编号: own.trace }]);
  expect(copy.rowsOf('本人和家人')).toMatchObject([
    { 证件类型: '居民身份证', 医保所在地: expect.stringContaining('苏州') },
  ]);
});
