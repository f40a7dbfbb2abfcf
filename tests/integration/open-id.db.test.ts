import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggedIn, openShop, placeOrder, resident, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

test('an openId that another server has bound a moment ago is known here at once', async () => {
  const self = resident(800);
  const visitor = await loggedIn(shop, self);
  const { orderNo } = await placeOrder(visitor, [self]);
  expect((await visitor.call('jsapiPay', { orderNo })).envelope.code).toBe(400403);
  expect(await visitor.value('jsapiPayEnable', {})).toMatchObject({ openIdKnown: false });

  const { database, vault } = shop.servers[0]?.deps ?? expect.fail();
  const openId = shop.sandbox.control.users.list()[0]?.openid as string;
  await database.query('update sessions set open_id_sealed = $1', [vault.seal('open-id', openId)]);
  expect(await visitor.value('jsapiPayEnable', {})).toMatchObject({ openIdKnown: true });
  expect((await visitor.value('jsapiPay', { orderNo })).package).toMatch(/^prepay_id=/);
});
