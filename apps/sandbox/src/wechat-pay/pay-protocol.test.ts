import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { jsapiCashierQuery, orderBody, type PayCallChange, payCall } from '../testing/shop.ts';

const OPENID = 'oSandboxOpenid000000000001';
const JSAPI = '/v3/pay/transactions/jsapi';
const H5 = '/v3/pay/transactions/h5';
const MINUTE = 60_000;
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), seed: 2, controlApi: true, signTestProbes: false });
});
afterEach(() => sandbox.close());

const order = (number = 'ORDER0001', more: Record<string, unknown> = {}) => orderBody(sandbox, number, more, OPENID);
const h5 = (number = 'ORDER0001', more: Record<string, unknown> = {}) => orderBody(sandbox, number, more);
const target = (number: string) => `/v3/pay/transactions/out-trade-no/${number}`;
const query = (number: string) => payCall(sandbox, 'GET', `${target(number)}?mchid=1900000001`);
const close = (number: string) => payCall(sandbox, 'POST', `${target(number)}/close`, { mchid: '1900000001' });

describe('the door', () => {
  const secondsAgo = (seconds: number) => String(Math.floor(sandbox.clock.now() / 1000) - seconds);
  test.each<[string, number, string, () => PayCallChange]>([
    ['a body changed after signing', 401, 'SIGN_ERROR', () => ({ sentBody: JSON.stringify(order('ORDER0002')) })],
    ['a time six minutes old', 401, 'SIGN_ERROR', () => ({ timestamp: secondsAgo(360) })],
    ['a time six minutes ahead', 401, 'SIGN_ERROR', () => ({ timestamp: secondsAgo(-360) })],
    ['an unknown serial number', 401, 'SIGN_ERROR', () => ({ serialNo: '4A00' })],
    ['another merchant', 401, 'SIGN_ERROR', () => ({ mchid: '1900000002' })],
    ['no authorization', 401, 'SIGN_ERROR', () => ({ headers: { authorization: '' } })],
    ['another Accept', 400, 'PARAM_ERROR', () => ({ headers: { accept: 'text/html' } })],
    ['another Content-Type', 415, 'PARAM_ERROR', () => ({ headers: { 'content-type': 'text/plain' } })],
    ['an empty User-Agent', 400, 'PARAM_ERROR', () => ({ headers: { 'user-agent': '' } })],
    ['an unknown Wechatpay-Serial', 400, 'PARAM_ERROR', () => ({ headers: { 'wechatpay-serial': 'PUB_KEY_ID_1' } })],
  ])('refuses %s', async (_name, status, code, change) => {
    const answer = await payCall(sandbox, 'POST', JSAPI, order(), change());
    expect(answer).toMatchObject({ status, data: { code } });
    expect(sandbox.control.orders.list()).toEqual([]);
    expect(sandbox.control.log()[0]).toMatchObject({ status, reason: expect.stringContaining(code) });
  });

  test('tells in the log what should have been signed', async () => {
    await payCall(sandbox, 'POST', JSAPI, order(), { sentBody: '{}' });
    expect(sandbox.control.log()[0]?.expectedSignText).toMatch(
      /^POST\n\/v3\/pay\/transactions\/jsapi\n\d+\n[0-9a-f]{32}\n\{\}\n$/,
    );
  });

  test('signs with the key the request names', async () => {
    const serial = sandbox.keys.wechatPay.platformCertificate.serialNo;
    const answer = await payCall(sandbox, 'POST', JSAPI, order(), { headers: { 'wechatpay-serial': serial } });
    expect(answer.headers.get('wechatpay-serial')).toBe(serial);
    expect((await query('ORDER0001')).headers.get('wechatpay-serial')).toBe(
      sandbox.keys.wechatPay.platformPublicKey.publicKeyId,
    );
  });
});

describe('an order call', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['a number too short', 'out_trade_no', { out_trade_no: 'A1234' }],
    ['a number too long', 'out_trade_no', { out_trade_no: 'A'.repeat(33) }],
    ['a number with other characters', 'out_trade_no', { out_trade_no: 'ORDER/0001' }],
    ['no description', 'description', { description: undefined }],
    ['a description too long', 'description', { description: '保'.repeat(128) }],
    ['an amount of zero', 'amount.total', { amount: { total: 0, currency: 'CNY' } }],
    ['an amount that is a text', 'amount.total', { amount: { total: '15800', currency: 'CNY' } }],
    ['an amount with a fraction', 'amount.total', { amount: { total: 158.5, currency: 'CNY' } }],
    ['another currency', 'amount.currency', { amount: { total: 15800, currency: 'USD' } }],
    ['a plain http address elsewhere', 'notify_url', { notify_url: 'http://shop.example.cn/notify' }],
    ['an address with a query', 'notify_url', { notify_url: 'https://shop.example.cn/notify?a=1' }],
    ['a time without its zone', 'time_expire', { time_expire: '2030-01-01T00:00:00' }],
    ['a time in the past', 'time_expire', { time_expire: '2020-01-01T00:00:00+08:00' }],
    ['an attach too long', 'attach', { attach: 'a'.repeat(129) }],
    ['no payer', 'payer', { payer: undefined }],
  ])('refuses %s and names the field', async (_name, field, more) => {
    const answer = await payCall(sandbox, 'POST', JSAPI, order('ORDER0001', more));
    expect(answer).toMatchObject({ status: 400, data: { code: 'PARAM_ERROR', detail: { field } } });
    expect(sandbox.control.orders.list()).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['scene_info', { scene_info: undefined }],
    ['scene_info.payer_client_ip', { scene_info: { payer_client_ip: 'home', h5_info: { type: 'Wap' } } }],
    ['scene_info.h5_info.type', { scene_info: { payer_client_ip: '203.0.113.7', h5_info: { type: 'Web' } } }],
  ])('for H5 checks %s', async (field, more) => {
    const answer = await payCall(sandbox, 'POST', H5, h5('ORDER0001', more));
    expect(answer).toMatchObject({ status: 400, data: { code: 'PARAM_ERROR', detail: { field } } });
  });

  test('refuses an openid of another app, another appid and a body that is no JSON', async () => {
    const stranger = await payCall(sandbox, 'POST', JSAPI, order('ORDER0001', { payer: { openid: 'oStranger' } }));
    expect(stranger).toMatchObject({ status: 500, data: { code: 'OPENID_MISMATCH' } });
    const otherApp = await payCall(sandbox, 'POST', JSAPI, order('ORDER0001', { appid: 'wx0000000000000000' }));
    expect(otherApp).toMatchObject({ status: 400, data: { code: 'APPID_MCHID_NOT_MATCH' } });
    const array = await payCall(sandbox, 'POST', JSAPI, [1]);
    expect(array).toMatchObject({ status: 400, data: { code: 'PARAM_ERROR' } });
  });

  test('sent again with the same data gives another prepay id of one order', async () => {
    const first = await payCall(sandbox, 'POST', JSAPI, order());
    const again = await payCall(sandbox, 'POST', JSAPI, order());
    expect(again.status).toBe(200);
    expect(again.data.prepay_id).not.toBe(first.data.prepay_id);
    expect(sandbox.control.orders.list()).toHaveLength(1);
  });

  test('sent again with other data, or another way of paying, is refused with sub-code 268498688', async () => {
    await payCall(sandbox, 'POST', JSAPI, order());
    for (const [path, body] of [
      [JSAPI, order('ORDER0001', { amount: { total: 15801, currency: 'CNY' } })],
      [H5, h5()],
    ] as const) {
      const answer = await payCall(sandbox, 'POST', path, body);
      expect(answer).toMatchObject({ status: 400, data: { code: 'INVALID_REQUEST' } });
      expect(answer.headers.get('request-id')).toMatch(/-268498688$/);
    }
  });

  test('after payment answers ORDERPAID, after closing ORDER_CLOSED', async () => {
    await payCall(sandbox, 'POST', JSAPI, order('PAID0001'));
    sandbox.control.orders.act('PAID0001', 'pay');
    expect(await payCall(sandbox, 'POST', JSAPI, order('PAID0001'))).toMatchObject({
      status: 400,
      data: { code: 'ORDERPAID' },
    });
    await payCall(sandbox, 'POST', JSAPI, order('SHUT0001'));
    await close('SHUT0001');
    expect(await payCall(sandbox, 'POST', JSAPI, order('SHUT0001'))).toMatchObject({
      status: 400,
      data: { code: 'ORDER_CLOSED' },
    });
  });
});

describe('query and close', () => {
  test('an unknown order is 404 for both', async () => {
    expect(await query('NOBODY01')).toMatchObject({
      status: 404,
      data: { code: 'ORDER_NOT_EXIST' },
      signatureFits: true,
    });
    expect(await close('NOBODY01')).toMatchObject({ status: 404, data: { code: 'ORDER_NOT_EXIST' } });
  });
  test('a query needs the merchant number', async () => {
    await payCall(sandbox, 'POST', JSAPI, order());
    expect(await payCall(sandbox, 'GET', target('ORDER0001'))).toMatchObject({
      status: 400,
      data: { code: 'PARAM_ERROR' },
    });
  });
  test('a paid order cannot be closed', async () => {
    await payCall(sandbox, 'POST', JSAPI, order());
    sandbox.control.orders.act('ORDER0001', 'pay');
    const answer = await close('ORDER0001');
    expect(answer).toMatchObject({ status: 400, data: { code: 'ORDERPAID' } });
    expect(answer.headers.get('request-id')).toMatch(/-268449538$/);
  });
  test('time_expire closes an order, and nobody can pay it any more', async () => {
    const expires = new Date(sandbox.clock.now() + 30 * MINUTE).toISOString();
    await payCall(sandbox, 'POST', JSAPI, order('ORDER0001', { time_expire: expires }));
    expect((await query('ORDER0001')).data.trade_state).toBe('NOTPAY');
    await sandbox.clock.advance(31 * MINUTE);
    expect((await query('ORDER0001')).data.trade_state).toBe('CLOSED');
    expect(() => sandbox.control.orders.act('ORDER0001', 'pay')).toThrow();
    expect(sandbox.control.notifications.list()).toEqual([]);
  });
});

describe('the H5 page', () => {
  const open = async (
    more: Record<string, unknown> = {},
    headers: Record<string, string> = { referer: 'http://localhost:3000/' },
  ) => {
    const created = await payCall(sandbox, 'POST', H5, h5('ORDER0001', more));
    return (suffix = '') => fetch(created.data.h5_url + suffix, { headers });
  };
  test('needs a Referer of the shop, a shop address to go back to, and a browser outside WeChat', async () => {
    expect((await (await open())()).status).toBe(200);
    expect((await (await open({}, {}))()).status).toBe(400);
    expect((await (await open({}, { referer: 'https://elsewhere.example/' }))()).status).toBe(400);
    expect((await (await open())('&redirect_url=https%3A%2F%2Felsewhere.example%2F')).status).toBe(400);
    const inWechat = { referer: 'http://localhost:3000/', 'user-agent': 'MicroMessenger/8.0' };
    expect((await (await open({}, inWechat))()).status).toBe(400);
  });
  test('works for five minutes', async () => {
    const get = await open();
    await sandbox.clock.advance(5 * MINUTE);
    expect((await get()).status).toBe(400);
  });
  test.each(['cancel', 'balance-short'])('goes back unpaid after %s', async (action) => {
    const created = await payCall(sandbox, 'POST', H5, h5());
    const prepay = new URL(created.data.h5_url).searchParams.get('prepay_id') ?? '';
    const form = new URLSearchParams({ prepay_id: prepay, redirect_url: 'http://localhost:3000/back', action });
    const pressed = await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form, redirect: 'manual' });
    expect(pressed.headers.get('location')).toBe('http://localhost:3000/back');
    expect((await query('ORDER0001')).data.trade_state).toBe('NOTPAY');
  });
  test.each([
    ['pay-no-return', 'SUCCESS'],
    ['close', 'NOTPAY'],
  ])('stays here after %s (%s)', async (action, state) => {
    const created = await payCall(sandbox, 'POST', H5, h5());
    const prepay = new URL(created.data.h5_url).searchParams.get('prepay_id') ?? '';
    const form = new URLSearchParams({ prepay_id: prepay, redirect_url: 'http://localhost:3000/back', action });
    const pressed = await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form, redirect: 'manual' });
    expect(pressed.status).toBe(200);
    expect((await query('ORDER0001')).data.trade_state).toBe(state);
  });
});

describe('the JSAPI frame', () => {
  const open = async (change: Record<string, string> = {}) => {
    const created = await payCall(sandbox, 'POST', JSAPI, order());
    const asked = jsapiCashierQuery(sandbox, created.data.prepay_id, change);
    return (await fetch(`${sandbox.origin}/_wx/cashier?${asked}`)).text();
  };
  test.each<[string, Record<string, string>]>([
    ['a wrong paySign', { paySign: 'AAAA' }],
    ['another time than the signed one', { timeStamp: '1767225602' }],
    ['a signType that is not RSA', { signType: 'MD5' }],
    ['another app', { appId: 'wx0000000000000000' }],
  ])('answers fail for %s', async (_name, change) => {
    const page = await open(change);
    expect(page).toContain('data-result="fail"');
    expect(page).not.toContain('data-testid="pay"');
  });
  test('does not talk to a page of another site', async () => {
    expect(await open({ page: 'https://elsewhere.example/' })).not.toContain('data-shop-origin');
  });
  test('a prepay id works for two hours', async () => {
    const created = await payCall(sandbox, 'POST', JSAPI, order());
    await sandbox.clock.advance(120 * MINUTE);
    const asked = jsapiCashierQuery(sandbox, created.data.prepay_id);
    expect(await (await fetch(`${sandbox.origin}/_wx/cashier?${asked}`)).text()).toContain('data-result="fail"');
  });
});
