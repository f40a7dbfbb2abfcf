import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';
import { openWap, wapContent } from '../testing/alipay-shop.ts';
import { cloudCall } from '../testing/cloud-shop.ts';
import { counterOrder, counterRefund, lklCall } from '../testing/lakala-shop.ts';
import { rbCall, rbOrder } from '../testing/rb-shop.ts';
import { type AnyJson, openReceiver, orderBody, payCall, smsCall } from '../testing/shop.ts';
import { acpCall, paymentFields } from '../testing/unionpay-shop.ts';
import { jsSdkSignature } from '../wechat-account/js-sdk-signature.ts';

const start = (more: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
  createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true, signTestProbes: false, ...more });
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

const order = (number = 'ORDER0001', more = {}) =>
  payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, number, more));

async function ctl(method: string, path: string, body?: unknown): Promise<{ status: number; data: AnyJson }> {
  const response = await fetch(`${sandbox.origin}/_ctl${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, data: await response.json() };
}

describe('who may use it', () => {
  const knock = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port: sandbox.port, path: '/_ctl/keys', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  test('this machine, under its own name, from no other site', async () => {
    expect(await knock({ host: `localhost:${sandbox.port}` })).toBe(200);
    expect(await knock({ host: 'elsewhere.example' })).toBe(403);
    expect(await knock({ host: `localhost:${sandbox.port}`, origin: 'https://elsewhere.example' })).toBe(403);
  });
  test('nobody, unless it is switched on', async () => {
    await sandbox.close();
    sandbox = await start({ controlApi: false });
    expect((await ctl('GET', '/keys')).status).toBe(404);
    expect((await ctl('POST', '/reset')).status).toBe(404);
  });
});

test('keys are told without the private keys of the provider', async () => {
  const { data } = await ctl('GET', '/keys');
  expect(data.wechatPay.merchant.privateKeyPem).toBe(sandbox.keys.wechatPay.merchant.privateKeyPem);
  expect(data.wechatPay.platformPublicKey).toEqual({
    publicKeyId: sandbox.keys.wechatPay.platformPublicKey.publicKeyId,
    publicKeyPem: sandbox.keys.wechatPay.platformPublicKey.publicKeyPem,
  });
  const { wechatPay, alipay, unionpay } = sandbox.keys;
  expect(data.alipay.app).toEqual(alipay.app);
  expect(data.unionpay.merchant).toEqual(unionpay.merchant);
  for (const secret of [wechatPay.platformCertificate, alipay.alipay, unionpay.signing])
    expect(JSON.stringify(data)).not.toContain(JSON.stringify(secret.privateKeyPem));
});

test('an order is paid by act, and refused when that cannot be', async () => {
  await order();
  expect((await ctl('POST', '/wxpay/orders/ORDER0001/act', { action: 'cancel' })).data.tradeState).toBe('NOTPAY');
  expect((await ctl('POST', '/wxpay/orders/ORDER0001/act', { action: 'pay' })).data.tradeState).toBe('SUCCESS');
  expect((await ctl('GET', '/wxpay/orders')).data.orders).toMatchObject([
    { outTradeNo: 'ORDER0001', tradeState: 'SUCCESS' },
  ]);
  expect((await ctl('POST', '/wxpay/orders/ORDER0001/act', { action: 'steal' })).status).toBe(400);
  expect((await ctl('POST', '/wxpay/orders/NOBODY01/act', { action: 'pay' })).status).toBe(404);
  await order('ORDER0002');
  await payCall(sandbox, 'POST', '/v3/pay/transactions/out-trade-no/ORDER0002/close', { mchid: '1900000001' });
  expect(await ctl('POST', '/wxpay/orders/ORDER0002/act', { action: 'pay' })).toMatchObject({
    status: 409,
    data: { code: 'ORDER_CLOSED' },
  });
  expect((await ctl('POST', '/wxpay/orders/ORDER0002/act', { action: 'force-pay' })).data.tradeState).toBe('SUCCESS');
});

test('Lakala’s and the insurer’s orders are paid by act, refunds are settled, and refused when that cannot be', async () => {
  await lklCall(sandbox, 'create', counterOrder(sandbox, 'ORDER0001'));
  await rbCall(sandbox, 'getPayUrl', rbOrder(sandbox, 'ORDER0001'));
  for (const [provider, before, after] of [
    ['lakala', { orderStatus: '0' }, { orderStatus: '2' }],
    ['rb', { status: 'WAIT' }, { status: 'PAID' }],
  ] as const) {
    const path = `/${provider}/orders/ORDER0001`;
    expect((await ctl('GET', path)).data).toMatchObject(before);
    expect((await ctl('POST', `${path}/act`, { action: 'cancel' })).data).toMatchObject(before);
    expect((await ctl('POST', `${path}/act`, { action: 'pay' })).data).toMatchObject(after);
    expect((await ctl('GET', `/${provider}/orders`)).data.orders).toMatchObject([after]);
    expect((await ctl('POST', `${path}/act`, { action: 'steal' })).status).toBe(400);
    expect((await ctl('POST', `/${provider}/orders/NOBODY01/act`, { action: 'pay' })).status).toBe(404);
    expect((await ctl('GET', `/${provider}/orders/NOBODY01`)).status).toBe(404);
    expect((await ctl('POST', `/${provider}/refunds/NOBODY01/settle`)).status).toBe(404);
    expect((await ctl('POST', `/${provider}/refunds/NOBODY01/settle`, { status: 'SOON' })).status).toBe(400);
    expect((await ctl('GET', `/${provider}/notifications`)).data.notifications).toHaveLength(1);
    sandbox.control.faults.add({ provider, kind: 'refund_pending' });
  }
  await lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001'));
  await rbCall(sandbox, 'refund', { outTradeNo: 'ORDER0001', refundNo: 'RORDER0001', refundAmount: 15_800 });
  expect((await ctl('POST', '/lakala/refunds/RORDER0001/settle', { status: 'FAIL' })).data.state).toBe('FAIL');
  expect((await ctl('POST', '/rb/refunds/RORDER0001/settle')).data.status).toBe('REFUNDED');
  expect((await ctl('POST', '/lakala/orders/ORDER0001/act', { action: 'pay', payMode: 'CASH' })).status).toBe(400);
  await lklCall(sandbox, 'create', counterOrder(sandbox, 'ORDER0002'));
  await lklCall(sandbox, 'close', { out_order_no: 'ORDER0002' });
  expect((await ctl('POST', '/lakala/orders/ORDER0002/act', { action: 'pay' })).status).toBe(409);
  await rbCall(sandbox, 'getPayUrl', rbOrder(sandbox, 'ORDER0002'));
  await rbCall(sandbox, 'close', { outTradeNo: 'ORDER0002' });
  expect((await ctl('POST', '/rb/orders/ORDER0002/act', { action: 'pay' })).status).toBe(409);
  await ctl('POST', '/reset');
  expect((await ctl('GET', '/lakala/orders')).data.orders).toEqual([]);
  expect((await ctl('GET', '/rb/orders')).data.orders).toEqual([]);
});

test('Alipay and UnionPay orders are paid by act, and refused when that cannot be', async () => {
  await openWap(sandbox, wapContent('ORDER0001'));
  await acpCall(sandbox, 'front', paymentFields('ORDER0001'));
  for (const [provider, before, after] of [
    ['alipay', { tradeState: 'NOT_CONFIRMED' }, { tradeState: 'TRADE_SUCCESS' }],
    ['unionpay', { respCode: '34' }, { respCode: '00' }],
  ] as const) {
    const path = `/${provider}/orders/ORDER0001`;
    expect((await ctl('GET', path)).data).toMatchObject(before);
    expect((await ctl('POST', `${path}/act`, { action: 'cancel' })).data).toMatchObject(before);
    expect((await ctl('POST', `${path}/act`, { action: 'pay' })).data).toMatchObject(after);
    expect((await ctl('GET', `/${provider}/orders`)).data.orders).toMatchObject([after]);
    expect((await ctl('POST', `${path}/act`, { action: 'steal' })).status).toBe(400);
    expect((await ctl('POST', `${path}/act`, { action: 'balance-short' })).status).toBe(409);
    expect((await ctl('POST', `/${provider}/orders/NOBODY01/act`, { action: 'pay' })).status).toBe(404);
    expect((await ctl('GET', `/${provider}/orders/NOBODY01`)).status).toBe(404);
    expect((await ctl('GET', `/${provider}/refunds`)).data.refunds).toEqual([]);
    expect((await ctl('POST', `/${provider}/notifications/NOBODY/resend`)).status).toBe(404);
    expect((await ctl('POST', `/${provider}/notifications/hold`)).status).toBe(200);
  }
  const buyer = { userId: '2088000000000009', openId: 'o9', logonId: '139****0009', nickname: '第九位' };
  expect((await ctl('POST', '/alipay/users', buyer)).data.users).toContainEqual(buyer);
  expect((await ctl('POST', '/alipay/users', { userId: '9' })).status).toBe(400);
  await ctl('POST', '/reset');
  expect((await ctl('GET', '/alipay/orders')).data.orders).toEqual([]);
  expect((await ctl('GET', '/unionpay/orders')).data.orders).toEqual([]);
  expect((await ctl('GET', '/alipay/users')).data.users).not.toContainEqual(buyer);
});

test('the clock is moved by a duration or to a time, and told', async () => {
  const before = (await ctl('GET', '/clock')).data.nowMs;
  expect((await ctl('POST', '/clock', { advance: '1h30m' })).data.nowMs - before).toBeGreaterThanOrEqual(5_400_000);
  expect((await ctl('POST', '/clock', { set: '2027-01-01T00:00:00+08:00', speed: 0 })).data).toMatchObject({
    now: '2026-12-31T16:00:00.000Z',
    speed: 0,
  });
  expect((await ctl('POST', '/clock', { advance: 'soon' })).status).toBe(400);
  expect((await ctl('POST', '/clock', { set: 'soon' })).status).toBe(400);
});

test('the key that signs notifications is chosen while the sandbox runs', async () => {
  expect((await ctl('GET', '/wxpay/notify-key')).data).toEqual({ notifyKey: 'public-key' });
  expect((await ctl('POST', '/wxpay/notify-key', { notifyKey: 'certificate' })).status).toBe(200);
  expect(sandbox.control.notifyKey.get()).toBe('certificate');
  expect((await ctl('POST', '/wxpay/notify-key', { notifyKey: 'none' })).status).toBe(400);
});

test('a wx.config is judged as Android and as an iPhone would', async () => {
  const { appId, appSecret } = sandbox.keys.wechatAccount;
  const app = { grant_type: 'client_credential', appid: appId, secret: appSecret };
  const asked = await fetch(`${sandbox.origin}/cgi-bin/stable_token`, { method: 'POST', body: JSON.stringify(app) });
  const { access_token } = (await asked.json()) as AnyJson;
  const query = new URLSearchParams({ access_token, type: 'jsapi' });
  const got = await fetch(`${sandbox.origin}/cgi-bin/ticket/getticket?${query}`);
  const { ticket: jsapiTicket } = (await got.json()) as AnyJson;
  const fields = { nonceStr: 'n1', timestamp: '1767225600', url: 'http://localhost:3000/?a=1' };
  const signature = jsSdkSignature({ ...fields, jsapiTicket });
  const judge = async (more: Record<string, string>) =>
    (await ctl('GET', `/wechat/verify-js?${new URLSearchParams({ ...fields, appId, signature, ...more })}`)).data;
  expect(await judge({ url: `${fields.url}#/pay` })).toEqual({ errMsg: 'config:ok' });
  const elsewhere = { client: 'ios', landing: 'http://localhost:3000/?first=1#/' };
  expect(await judge(elsewhere)).toMatchObject({
    errMsg: 'config:invalid signature',
    expectedSignText: expect.stringContaining('url=http://localhost:3000/?first=1'),
  });
  expect(await judge({ client: 'ios', landing: `${fields.url}#/here` })).toEqual({ errMsg: 'config:ok' });
  expect((await ctl('GET', '/wechat/verify-js?client=other')).status).toBe(400);
});

test('people are registered and face checks ended', async () => {
  const person = { idCard: '32010619880316002X', name: '张三' };
  expect((await ctl('POST', '/people', person)).data.people).toEqual([person]);
  expect((await ctl('POST', '/people', { name: '张三' })).status).toBe(400);
  const body = { RuleId: '1', IdCard: person.idCard, Name: person.name };
  const { BizToken } = (await cloudCall(sandbox, 'DetectAuth', body)).data;
  expect((await ctl('GET', '/tencent/faces')).data.faces).toMatchObject([{ bizToken: BizToken }]);
  expect((await ctl('POST', `/tencent/faces/${BizToken}/act`, { ending: 'pass' })).data.ending).toBe('pass');
  expect((await ctl('POST', `/tencent/faces/${BizToken}/act`, { ending: 'win' })).status).toBe(400);
  expect((await ctl('POST', '/tencent/faces/nobody/act', { ending: 'pass' })).status).toBe(404);
  expect((await ctl('POST', '/wbface/faces/nobody/act', { ending: 'pass' })).status).toBe(404);
  await ctl('POST', '/reset');
  expect((await ctl('GET', '/people')).data.people).toEqual([]);
  expect((await ctl('GET', '/tencent/faces')).data.faces).toEqual([]);
});

test('faults are ordered, listed and removed', async () => {
  const { status, data } = await ctl('POST', '/faults', { provider: 'wechat-pay', kind: 'busy_code' });
  expect(status).toBe(201);
  const listed = (await ctl('GET', '/faults')).data;
  expect(listed.faults).toMatchObject([{ id: data.id, kind: 'busy_code', strikes: 0 }]);
  expect(listed.offers.alipay.late_pay_after_close).toEqual(['order.close']);
  expect((await order()).status).toBe(500);
  expect((await ctl('DELETE', `/faults/${data.id}`)).data.removed).toBe(1);
  expect((await ctl('POST', '/faults', { provider: 'wechat-pay', kind: 'nonsense' })).status).toBe(400);
});

test('messages of one phone are told; reset forgets everything', async () => {
  const query = {
    PhoneNumbers: '19000000000',
    SignName: '补充医保',
    TemplateCode: 'SMS_100000001',
    TemplateParam: '{"code":"4321"}',
  };
  await smsCall(sandbox, query);
  await order();
  expect((await ctl('GET', '/sms?phone=19000000000')).data.messages).toMatchObject([{ params: { code: '4321' } }]);
  expect((await ctl('GET', '/sms?phone=19000000009')).data.messages).toEqual([]);
  await ctl('POST', '/reset');
  expect((await ctl('GET', '/sms')).data.messages).toEqual([]);
  expect((await ctl('GET', '/wxpay/orders')).data.orders).toEqual([]);
});

describe('with a state file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('orders answer after a restart, and a notification that was pending is sent', async () => {
    const stateFile = join(folder, 'state.jsonl');
    const receiver = await openReceiver();
    receiver.status = 500;
    await sandbox.close();
    sandbox = await start({ stateFile });
    await order('ORDER0001', { notify_url: receiver.url });
    sandbox.control.orders.act('ORDER0001', 'pay');
    await sandbox.control.settle();
    // A killed process leaves the file as it is, perhaps with half a line at its end.
    const left = `${readFileSync(stateFile, 'utf8')}{"table":"wechat-pay.ord`;
    await sandbox.close();
    writeFileSync(stateFile, left);

    receiver.status = 200;
    sandbox = await start({ stateFile });
    const query = await payCall(sandbox, 'GET', '/v3/pay/transactions/out-trade-no/ORDER0001?mchid=1900000001');
    expect(query.data).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 15800 } });
    await sandbox.clock.advance(15_000);
    expect(sandbox.control.notifications.list()).toMatchObject([{ state: 'delivered' }]);
    expect(receiver.received).toHaveLength(2);
    await receiver.close();
  });
});
