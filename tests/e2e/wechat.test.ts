import { expect, test } from 'vitest';
import { loggedIn, placeOrder as placeOrderOf, resident } from '../integration/shop.ts';
import { addMember, arrive, button, choose, logIn, pickRegion, placeOrder, query, readDocuments } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('inside the messaging app: authorised on the way in, paid over its bridge', async () => {
  const { shop } = stage;
  const self = resident(60);
  const { shareId } = await (await loggedIn(shop, resident(61))).value('shareId');
  const shareCode = shareId ?? '';
  const visit = await stage.visit({ browser: 'wechat' });
  const { page } = visit;
  const passed: string[] = [];
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (/wxmp\/(web\/auth|jsapi\/signature\/create)/.test(request.url())) asked.push(new URL(request.url()));
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) passed.push(frame.url());
  });

  // Somebody taps right when the page leaves for its authorisation.
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value);
      if (key !== 'huimin-authorisation-attempts') return;
      setTimeout(() => document.querySelector<HTMLElement>('a[href="#/beforeAuthUser"]')?.click());
    };
  });
  await visit.open(`?shareCode=${shareCode}&agentCode=AG9#/index`);
  const authorisation = `${shop.sandbox.origin}/connect/oauth2/authorize`;
  await expect.poll(() => passed.findIndex((address) => address.startsWith(authorisation))).toBeGreaterThan(-1);
  await page.waitForURL((url) => url.origin === shop.origin && url.hash.startsWith('#/index'));
  expect(query(page).get('shareCode')).toBe(shareCode);
  expect(query(page).get('agentCode')).toBe('AG9');
  const { appId } = await shop.visitor().value('productInfo', {});
  await expect.poll(() => asked.some(({ pathname }) => pathname.endsWith('/create'))).toBe(true);
  expect(new Set(asked.map(({ searchParams }) => searchParams.get('appId')))).toEqual(new Set([appId]));
  // Neither the code nor the state of the authorisation stays in the address.
  expect(page.url()).not.toMatch(/[?&](code|state)=/);
  // What was tapped is done now that the page is back.
  await pickRegion(page);
  await arrive(page, 'login', '手机号登录');
  await logIn(visit, shop, self);
  await arrive(page, 'beforeAuthUser', /为谁参保|给谁买/);
  await addMember(page, self, 'self');
  await choose(page, self);
  await readDocuments(page);
  const orderNo = await placeOrder(page);

  const cashier = page.frameLocator('[data-testid="wechat-cashier"]');
  const pay = button(page, /^用微信支付/);
  await pay.click();
  await cashier.getByTestId('cancel').click();
  await page.getByText('您取消了付款，没有扣款').waitFor();

  await pay.click();
  await cashier.getByTestId('balance-short').click();
  await page.waitForURL(/#\/payFail/);
  await page.getByText('没有扣款，订单还为您保留').waitFor();
  await page.getByRole('link', { name: '重新支付' }).click();
  await arrive(page, 'pay', '应付金额');

  await pay.click();
  await cashier.getByTestId('pay').click();
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('电子保单已生成').waitFor();
  expect(query(page).get('orderNo')).toBe(orderNo);
  expect(query(page).get('shareCode')).toBe(shareCode);

  // The messaging app shows no PDF: a paper is shown as pictures, and kept in ways that work there.
  await page.getByRole('link', { name: '看保单' }).click();
  await page.waitForURL(/#\/orderDetail/);
  await page.getByRole('link', { name: new RegExp(`看保单.*${self.name}`) }).click();
  await arrive(page, 'paper', /电子保单$/);
  await page.goBack();
  await page.getByRole('link', { name: /付款和退款记录/ }).click();
  await arrive(page, 'orderMoney', '付款和退款记录');
  await button(page, /^下载记录/).click();
  await button(page, /^在浏览器打开/).click();
  await page.getByRole('dialog', { name: '请在浏览器里打开' }).waitFor();
  await button(page, '知道了').click();

  const [order] = await (shop.servers[0] as (typeof shop.servers)[number]).deps.database.query<{
    attribution: Record<string, string>;
  }>('select attribution from orders order by created_at desc limit 1');
  expect(order?.attribution).toMatchObject({ by: 'agent', shareCode, agentCode: 'AG9' });
});

test('inside a mini-program the native page takes the money, and the page hears of it from the server', async () => {
  const { shop } = stage;
  const self = resident(63);
  const visitor = await loggedIn(shop, self);
  const { orderNo } = await placeOrderOf(visitor, [self]);
  const visit = await stage.visit({ browser: 'wechat' });
  const { page } = visit;
  const [name = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name, value, url: shop.origin }]);
  await page.addInitScript(() => Object.assign(window, { __wxjs_environment: 'miniprogram' }));
  const to = encodeURIComponent(`${shop.origin}/#/pay?orderNo=${orderNo}`);
  await page.goto(`${shop.sandbox.origin}/mini?to=${to}`);
  await arrive(page, 'pay', '应付金额');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('huimin-mini-ticket'))).toMatch(/^[\w-]{60,}$/);
  expect(page.url()).not.toContain('miniCode');
  await button(page, /^用微信支付/).click();
  await page.frameLocator('[data-testid="wechat-cashier"]').getByTestId('pay').click();
  await arrive(page, 'paySuccess', '支付成功');
});
