import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { FAULT_PROVIDERS } from '../faults/fault-book.ts';
import { gatewayFields, wapContent } from '../testing/alipay-shop.ts';
import { jsapiCashierQuery, orderBody, payCall } from '../testing/shop.ts';
import { PROVIDER_NAMES } from './fault-texts.ts';
import { yuan } from './layout.ts';

let sandbox: Sandbox;
let paths: Record<string, string>;
const hostile = '<script>alert(1)</script>"\'&';

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true, signTestProbes: false });
  const openid = sandbox.control.users.list()[0]?.openid;
  sandbox.control.users.add({ openid: 'oHostile', unionid: '', nickname: hostile });
  const order = orderBody(sandbox, 'ORDER0001', { description: hostile }, openid);
  const { data } = await payCall(sandbox, 'POST', '/v3/pay/transactions/jsapi', order);
  const { appId } = sandbox.keys.wechatAccount;
  const back = encodeURIComponent('http://localhost:3000/');
  paths = {
    home: '/',
    phones: '/phone',
    card: `/id-card?name=${encodeURIComponent(hostile)}`,
    phone: `/phone?number=${encodeURIComponent(hostile)}`,
    cashier: `/_wx/cashier?${jsapiCashierQuery(sandbox, data.prepay_id)}`,
    refusal: `/_wx/cashier?${jsapiCashierQuery(sandbox, data.prepay_id, { paySign: hostile })}`,
    authorise: `/connect/oauth2/authorize?appid=${appId}&redirect_uri=${back}&response_type=code&scope=snsapi_userinfo&state=a`,
    operator: '/_ctl/cashier/wechat-pay/ORDER0001',
    alipay: `/gateway.do?${new URLSearchParams(gatewayFields(sandbox, 'alipay.trade.wap.pay', wapContent('ORDER0001', { subject: '<script>alert(1)<|script>"\'' })))}`,
    alipayAuthorise: `/oauth2/publicAppAuthorize.htm?app_id=${sandbox.keys.alipay.appId}&scope=auth_user&redirect_uri=${back}&state=${encodeURIComponent(hostile)}`,
  };
});
afterAll(() => sandbox.close());

test.each([
  'home',
  'phones',
  'card',
  'phone',
  'cashier',
  'refusal',
  'authorise',
  'operator',
  'alipay',
  'alipayAuthorise',
])('the %s page is Chinese, loads only its own files, and shows hostile text as text', async (name) => {
  // Alipay cannot be opened inside WeChat, everything else here can.
  const headers = { 'user-agent': name === 'alipay' ? 'Mozilla/5.0' : 'MicroMessenger/8.0' };
  const answer = await fetch(sandbox.origin + paths[name], { headers });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('<html lang="zh-CN">');
  expect(html.match(/<h1>/g)).toHaveLength(1);
  expect(html).not.toContain('<script>');
  expect(html).not.toMatch(/ style="| on\w+="/);
  const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  for (const address of loaded.filter((one) => one !== 'data:,')) {
    expect(address).toMatch(/^\/_pages\//);
    expect((await fetch(sandbox.origin + address)).status).toBe(200);
  }
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the cashier shows amount, merchant, number and five buttons', async () => {
  const html = await (await fetch(sandbox.origin + paths.cashier)).text();
  for (const text of ['158.00', '补充医保（测试商户）', 'ORDER0001']) expect(html).toContain(text);
  const ids = [...html.matchAll(/<button[^>]*data-testid="([^"]+)"/g)].map((match) => match[1]);
  expect(ids).toEqual(['pay', 'cancel', 'pay-no-return', 'balance-short', 'close']);
});

describe('the home page', () => {
  const home = async () => (await fetch(sandbox.origin)).text();
  const press = (path: string, fields: Record<string, string>) =>
    fetch(sandbox.origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  test('lists every provider and leads to each order', async () => {
    const page = await home();
    for (const name of ['微信支付', '支付宝', '银联', '医保个人账户', '拉卡拉', '保险公司收银台', '腾讯云', '手机'])
      expect(page).toContain(name);
    expect(page).toContain('href="/_ctl/cashier/wechat-pay/ORDER0001"');
  });

  test('a button presses what the payer could press, and the page tells the state', async () => {
    const path = '/_ctl/cashier/wechat-pay/ORDER0001';
    const pressed = await press(path, { action: 'pay' });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, path]);
    expect(await (await fetch(sandbox.origin + path)).text()).toContain('支付成功');
    expect((await press(path, { action: 'steal' })).status).toBe(400);
    expect((await press('/_ctl/cashier/wechat-pay/NOBODY01', { action: 'pay' })).status).toBe(404);
    expect((await fetch(`${sandbox.origin}/_ctl/cashier/nobody/ORDER0001`)).status).toBe(404);
  });

  test('moves the clock', async () => {
    const before = sandbox.clock.now();
    expect((await press('/_ctl/desk/clock', { advance: '30m' })).status).toBe(303);
    expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(1_800_000);
    // A year on in one step, to a moment of Beijing's clock; never back.
    const at = Date.parse('2099-10-01T08:00:00+08:00');
    expect((await press('/_ctl/desk/clock', { to: '2099-10-01T08:00' })).status).toBe(303);
    expect(sandbox.clock.now()).toBeGreaterThanOrEqual(at);
    expect(await home()).toContain('2099-10-01 08:00');
    expect((await press('/_ctl/desk/clock', { to: '2099-09-30T08:00' })).status).toBe(400);
    expect((await press('/_ctl/desk/clock', { to: 'soon' })).status).toBe(400);
  });

  test('orders faults and takes them back', async () => {
    await press('/_ctl/desk/faults', { add: 'alipay notify_lost' });
    await press('/_ctl/desk/faults', { add: 'unionpay pay_pending' });
    const [first] = sandbox.control.faults.list();
    expect(first).toMatchObject({ provider: 'alipay', kind: 'notify_lost' });
    expect(await home()).toContain(`name="remove" value="${first?.id}"`);
    await press('/_ctl/desk/faults', { remove: first?.id ?? '' });
    expect(sandbox.control.faults.list()).toMatchObject([{ provider: 'unionpay' }]);
    await press('/_ctl/desk/faults', { clear: '1' });
    expect(sandbox.control.faults.list()).toEqual([]);
    expect((await press('/_ctl/desk/faults', { add: 'alipay notify_stale' })).status).toBe(400);
  });

  test('has a name for every provider', () => {
    for (const provider of FAULT_PROVIDERS) expect(PROVIDER_NAMES[provider]).toBeDefined();
  });
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [15800, '158.00'],
  [-95, '-0.95'],
])('%d fen are %s yuan', (fen, text) => {
  expect(yuan(fen)).toBe(text);
});
