import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditCodeOf } from './company-people.ts';
import { loggedIn, newestCode, openShop, type Shop } from './shop.ts';

const [FORMER, NEWER] = ['13900000351', '13900000352'];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(Date.parse('2026-11-20T10:00:00+08:00'));
});
afterAll(() => shop?.close());

test('a company follows its contact person to another phone, and is not left to who gets the old number', async () => {
  const visitor = shop.visitor();
  await visitor.value('sendSmsCode', { phone: FORMER, purpose: 'group' });
  const wish = {
    ...{ companyName: '示例商贸（苏州）有限公司', creditCode: creditCodeOf('91320594MA1EXAMP7'), headCount: 12 },
    ...{ regionCode: '320540', contactName: '陈示范', consent: true as const },
  };
  const { groupNo } = await visitor.value('addCompanyOrder', {
    ...wish,
    ...{ phone: FORMER, code: newestCode(shop.sandbox, FORMER) },
  });
  // A phone gets one code a minute.
  shop.clock.advance(61_000);
  const speaker = await loggedIn(shop, { phone: FORMER });
  shop.clock.advance(61_000);
  await speaker.value('verification', { purpose: 'change-phone' });
  const code = newestCode(shop.sandbox, FORMER);
  const { proofToken } = await speaker.value('verification', { purpose: 'change-phone', code });
  await speaker.value('sendSmsCode', { phone: NEWER, purpose: 'new-phone' });
  const moved = { phone: NEWER, code: newestCode(shop.sandbox, NEWER), proofToken: proofToken ?? '' };
  await speaker.value('updatePhone', moved);
  expect((await speaker.value('listGroups')).groups).toMatchObject([{ groupNo }]);

  shop.clock.advance(61_000);
  const nextOwner = await loggedIn(shop, { phone: FORMER });
  expect((await nextOwner.value('listGroups')).groups).toEqual([]);
  expect((await nextOwner.call('queryGroup', { groupNo })).envelope.code).toBe(400104);

  // The company is told, and asks again, by the phone that is there now.
  shop.clock.advance(61_000);
  await visitor.value('sendSmsCode', { phone: NEWER, purpose: 'group' });
  const again = { ...wish, phone: NEWER, code: newestCode(shop.sandbox, NEWER) };
  expect(await visitor.value('addCompanyOrder', again)).toMatchObject({ groupNo, isKnown: true });
});
