import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  openShop,
  pay,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

let shop: Shop;
let visitor: Visitor;
let selfId: string;
let operations: Desk;
let compliance: Desk;
let edition: string;
let orders = 0;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
  await seedStaffOfDemonstration((shop.servers[0] as (typeof shop.servers)[number]).deps);
  await seedOutletStaff((shop.servers[0] as (typeof shop.servers)[number]).deps);
  operations = await signedIn(shop, 'yunying01');
  compliance = await signedIn(shop, 'hegui01');
  visitor = await loggedIn(shop, people.linMei);
  selfId = await keep(visitor, people.linMei, '00');
  edition = (await visitor.value('productInfo', {})).editionCode;
});
afterAll(() => shop?.close());

const info = () => visitor.value('productInfo', {});
const paused = (isPaused: boolean) => eventually(info, ({ salePauses }) => (salePauses?.length ?? 0) > 0 === isPaused);
const save = async (insuredMemberIds: string[]) => {
  orders += 1;
  const { envelope } = await visitor.call('saveOrder', {
    clientKey: `sale-pauses-${orders}-0000000000`,
    policyholderMemberId: selfId,
    insuredMemberIds,
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  return envelope;
};
const resume = async (pauseNo: string) => {
  const { approvalNo } = await operations.value('askSaleResume', { pauseNo, reason: '已经修好了' });
  return {
    approvalNo,
    agree: () => compliance.call('decideApproval', { approvalNo, agree: true }),
  };
};

test('the whole sale stops at once, whoever stops it says why, and it goes on when a second person has agreed', async () => {
  const text = '系统维护，正在处理';
  const asked = { edition, residentText: text, reason: '支付通道故障' };
  const tooEarly = await operations.call('pauseSale', { ...asked, expectedUntil: '2020-01-01 08:00' });
  expect(tooEarly.message).toBe('预计恢复的时间要晚于现在');
  expect((await operations.call('pauseSale', { ...asked, city: '329900' })).message).toBe('没有这个设区市');
  expect((await operations.call('pauseSale', { ...asked, edition: 'nothing' })).code).toBe(400104);

  const { pauseNo } = await compliance.value('pauseSale', { ...asked, expectedUntil: '2099-01-01 08:00' });
  expect((await operations.call('pauseSale', asked)).message).toBe('全省已经暂停着');
  await paused(true);
  expect((await info()).salePauses).toEqual([{ city: null, place: '全省', text, until: '2099-01-01 08:00:00' }]);
  const refused = await save([selfId]);
  expect([refused.code, refused.message]).toEqual([300001, `全省暂停参保：${text}，预计 2099.01.01 08:00 恢复`]);
  const outlet = await loggedIn(shop, { phone: '13900000099' });
  expect((await outlet.call('openAssistance', {})).envelope).toMatchObject({ code: 300001, message: refused.message });
  expect((await visitor.value('isProjectEnd', {})).ended).toBe(true);
  expect((await visitor.value('productQuery', {})).find(({ current }) => current)?.onSale).toBe(false);
  expect((await visitor.value('queryOldPolicy', {})).onSale).toBe(false);
  expect((await operations.value('showEditionOnSale', {})).onSale?.saleLabel).toBe('暂停参保');

  const going = await resume(pauseNo);
  expect((await operations.call('decideApproval', { approvalNo: going.approvalNo, agree: true })).code).not.toBe(
    200000,
  );
  expect((await save([selfId])).code).toBe(300001);
  expect((await operations.value('listSalePauses', {})).waiting).toHaveLength(1);
  expect((await going.agree()).code).toBe(200000);
  await paused(false);
  expect((await info()).salePauses).toBeUndefined();
  const { pauses, waiting } = await operations.value('listSalePauses', {});
  expect(waiting).toEqual([]);
  expect(pauses).toMatchObject([{ pauseNo, place: '全省', reason: '支付通道故障', ended: { reason: '已经修好了' } }]);
  expect((await operations.call('askSaleResume', { pauseNo, reason: '再来一次' })).code).toBe(400104);
});

test('one city stops: its people are named and wait, everybody else is insured, and so may they once it goes on', async () => {
  const away = (
    await visitor.value('addMember', {
      ...{ relationship: '02', idType: '01', regionCode: '320100', consent: true },
      ...{ name: resident(600).name, idNumber: resident(600).idNumber },
    })
  ).memberId;
  const here = await keep(visitor, resident(601), '02');
  const { name } = resident(600);
  const asked = { edition, city: '320100', residentText: '医保缴费数据在核对', reason: '南京数据有误' };
  const { pauseNo } = await operations.value('pauseSale', asked);
  await paused(true);
  const refused = await save([away, here]);
  expect([refused.code, refused.message]).toEqual([
    400304,
    `南京市暂停参保：医保缴费数据在核对。${name}请到那时再办，其他家人现在可以先办`,
  ]);
  expect((await save([here])).code).toBe(200000);
  expect((await operations.value('showEditionOnSale', {})).onSale?.saleLabel).toBe('参保中，南京市暂停');
  await (await resume(pauseNo)).agree();
  await paused(false);
  expect((await save([away])).code).toBe(200000);
});

test('what will be as true when it goes on is said before that the sale stands still', async () => {
  const covered = await keep(visitor, resident(602), '02');
  const other = await keep(visitor, resident(604), '02');
  const saved = await save([covered]);
  await pay(visitor, (saved.result as { orderNo: string }).orderNo, shop.sandbox);
  // Until the payment is worked off it is an order that is there.
  await eventually(
    () => save([covered]),
    ({ code, message }) => code === 400301 && message.includes('已参加本年度保障'),
  );
  const { pauseNo } = await operations.value('pauseSale', { edition, residentText: '系统维护', reason: '通道故障' });
  await paused(true);
  expect((await save([covered, other])).message).toContain('已参加本年度保障');
  expect((await save([other, '0000000000'])).message).toBe('所选家人已不在名单里，请重新选择');
  expect((await save([other])).message).toBe('全省暂停参保：系统维护');
  await (await resume(pauseNo)).agree();
  await paused(false);
});

test('whoever sees a part of the province only neither stops the sale nor lets it go on', async () => {
  const { deps } = shop.servers[0] as (typeof shop.servers)[number];
  const scope = (cities: string) =>
    deps.database.query(
      `update staff_accounts set scope = jsonb_set(scope, '{cities}', $1::jsonb) where account = 'yunying01'`,
      [cities],
    );
  const { pauseNo } = await compliance.value('pauseSale', { edition, residentText: '系统维护', reason: '通道故障' });
  await scope('["320600"]');
  const narrow = [
    await operations.call('pauseSale', { edition, city: '320600', residentText: '系统维护', reason: '通道故障' }),
    await operations.call('askSaleResume', { pauseNo, reason: '已经修好了' }),
  ];
  expect(narrow.map(({ code, message }) => [code, message])).toEqual(
    [400707, 400707].map((code) => [code, '停和开的是一整版：只有数据范围是全省的人能办']),
  );
  expect(await operations.value('listSalePauses', {})).toMatchObject({ mayPause: false, mayResume: false });
  await scope('null');
  expect((await (await resume(pauseNo)).agree()).code).toBe(200000);
});
