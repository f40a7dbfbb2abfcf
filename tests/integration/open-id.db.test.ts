import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, loggedIn, openShop, placeOrder, resident, type Shop } from './shop.ts';

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

/** What `wx.login` gives the mini-program, as its web view is opened with it. */
async function miniCode(): Promise<string> {
  const opened = await fetch(`${shop.sandbox.origin}/mini?to=${encodeURIComponent(`${shop.origin}/#/index`)}`, {
    redirect: 'manual',
  });
  return /miniCode=(\w+)/.exec(opened.headers.get('location') ?? '')?.[1] ?? '';
}

test('inside a mini-program the order is made for it and its own openId, and paid on its native page', async () => {
  const self = resident(802);
  const visitor = await loggedIn(shop, self);
  const { orderNo } = await placeOrder(visitor, [self]);
  const code = await miniCode();
  const { ticket } = await visitor.value('miniLogin', { code });
  expect(ticket).not.toContain('Sandbox');
  const refused = await visitor.call('miniLogin', { code });
  expect(refused.envelope).toMatchObject({ code: 400403, message: '请从小程序重新进入这个页面，再付款' });
  for (const miniTicket of ['', 'A'.repeat(80), `${ticket.slice(0, -2)}AA`])
    expect((await visitor.call('jsapiPay', { orderNo, miniTicket })).envelope.code).toBe(400403);

  const { wechatMini, wechatAccount } = shop.sandbox.keys;
  const bridge = await visitor.value('jsapiPay', { orderNo, miniTicket: ticket });
  expect(bridge.appId).toBe(wechatMini.appId);
  const cashier = (native: string) =>
    fetch(`${shop.sandbox.origin}/_wx/cashier?${new URLSearchParams({ ...bridge, page: `${shop.origin}/`, native })}`);
  // The official account's browser cannot take what was made for the mini-program.
  expect(await (await cashier('0')).text()).toContain('无法付款');
  expect(await (await cashier('1')).text()).not.toContain('无法付款');
  const [placed] = shop.sandbox.control.orders.list().filter(({ outTradeNo }) => outTradeNo.startsWith(orderNo));
  expect(placed).toMatchObject({ appid: wechatMini.appId, openid: 'moSandboxOpenid000000000001' });
  shop.sandbox.control.orders.act(placed?.outTradeNo ?? '', 'pay');
  await shop.sandbox.control.settle();
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    ({ payment }) => payment === 'paid',
  );
  expect(wechatMini.appId).not.toBe(wechatAccount.appId);

  // Half a day later the ticket has ended.
  const later = resident(804);
  const other = await loggedIn(shop, later);
  shop.clock.advance(13 * 3_600_000);
  const waiting = await placeOrder(other, [later]);
  expect((await other.call('jsapiPay', { orderNo: waiting.orderNo, miniTicket: ticket })).envelope.code).toBe(400403);
});
