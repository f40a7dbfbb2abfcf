import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { gatewayFields, wapContent } from '../testing/alipay-shop.ts';
import { jsapiCashierQuery, orderBody, payCall } from '../testing/shop.ts';
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
    phone: `/phone?number=${encodeURIComponent(hostile)}`,
    cashier: `/_wx/cashier?${jsapiCashierQuery(sandbox, data.prepay_id)}`,
    refusal: `/_wx/cashier?${jsapiCashierQuery(sandbox, data.prepay_id, { paySign: hostile })}`,
    authorise: `/connect/oauth2/authorize?appid=${appId}&redirect_uri=${back}&response_type=code&scope=snsapi_userinfo&state=a`,
    operator: '/_ctl/cashier/ORDER0001',
    alipay: `/gateway.do?${new URLSearchParams(gatewayFields(sandbox, 'alipay.trade.wap.pay', wapContent('ORDER0001', { subject: '<script>alert(1)<|script>"\'' })))}`,
    alipayAuthorise: `/oauth2/publicAppAuthorize.htm?app_id=${sandbox.keys.alipay.appId}&scope=auth_user&redirect_uri=${back}&state=${encodeURIComponent(hostile)}`,
  };
});
afterAll(() => sandbox.close());

test.each(['home', 'phones', 'phone', 'cashier', 'refusal', 'authorise', 'operator', 'alipay', 'alipayAuthorise'])(
  'the %s page is Chinese, loads only its own files, and shows hostile text as text',
  async (name) => {
    // Alipay cannot be opened inside WeChat, everything else here can.
    const headers = { 'user-agent': name === 'alipay' ? 'Mozilla/5.0' : 'MicroMessenger/8.0' };
    const answer = await fetch(sandbox.origin + paths[name], { headers });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<html lang="zh-CN">');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).not.toContain('<script>');
    expect(html).not.toMatch(/ style="| on\w+="/);
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    for (const address of loaded.filter((one) => one !== 'data:,')) {
      expect(address).toMatch(/^\/_pages\//);
      expect((await fetch(sandbox.origin + address)).status).toBe(200);
    }
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  },
);

test('the cashier shows amount, merchant, number and five buttons', async () => {
  const html = await (await fetch(sandbox.origin + paths.cashier)).text();
  for (const text of ['158.00', '补充医保（测试商户）', 'ORDER0001']) expect(html).toContain(text);
  const ids = [...html.matchAll(/<button[^>]*data-testid="([^"]+)"/g)].map((match) => match[1]);
  expect(ids).toEqual(['pay', 'cancel', 'pay-no-return', 'balance-short', 'close']);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [15800, '158.00'],
  [-95, '-0.95'],
])('%d fen are %s yuan', (fen, text) => {
  expect(yuan(fen)).toBe(text);
});
