import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { rsaVerify } from '../keys/rsa-sha256.ts';
import { gatewayCall, openWap, wapContent } from '../testing/alipay-shop.ts';
import { type Fields, signText } from './signing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;
let shop: Awaited<ReturnType<typeof openShop>>;

/** A notify address that answers as told. */
async function openShop() {
  const forms: Fields[] = [];
  const told = { status: 200, body: 'success', headers: {} as Record<string, string>, forms, url: '', close };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      forms.push(Object.fromEntries(new URLSearchParams(body)));
      response.writeHead(told.status, told.headers).end(told.body);
    });
  });
  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  told.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`;
  return told;
}

beforeEach(async () => {
  sandbox = await createSandbox({
    port: 0,
    keys: keysFromVectors(),
    clock,
    seed: 3,
    controlApi: true,
    signTestProbes: false,
  });
  shop = await openShop();
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

async function paidTrade(number = 'ORDER0001'): Promise<void> {
  await openWap(sandbox, wapContent(number), { notify_url: shop.url });
  sandbox.control.alipay.orders.act(number, 'pay');
  await sandbox.control.settle();
}

function signatureFits(form: Fields): boolean {
  return rsaVerify(sandbox.keys.alipay.alipay.publicKeyPem, signText(form, 'message'), form.sign ?? '');
}

test('tells a payment with every field, signed without sign_type', async () => {
  await paidTrade();
  expect(shop.forms).toHaveLength(1);
  const form = shop.forms[0] ?? {};
  expect(form).toMatchObject({
    notify_type: 'trade_status_sync',
    trade_status: 'TRADE_SUCCESS',
    out_trade_no: 'ORDER0001',
    total_amount: '158.00',
    receipt_amount: '158.00',
    seller_id: sandbox.keys.alipay.sellerId,
    app_id: sandbox.keys.alipay.appId,
    buyer_id: '2088000000000001',
    passback_params: 'order%3D2',
    sign_type: 'RSA2',
  });
  expect(signatureFits(form)).toBe(true);
  expect(signatureFits({ ...form, total_amount: '0.01' })).toBe(false);
  expect(rsaVerify(sandbox.keys.alipay.alipay.publicKeyPem, signText(form, 'request'), form.sign ?? '')).toBe(false);
  expect(sandbox.control.alipay.notifications.list()).toMatchObject([{ state: 'delivered', sends: 1 }]);
});

describe('only the seven bytes success are an answer', () => {
  test.each<[string, number, string, Record<string, string>]>([
    ['a line break after it', 200, 'success\n', {}],
    ['capitals', 200, 'SUCCESS', {}],
    ['a byte order mark', 200, '\ufeffsuccess', {}],
    ['JSON', 200, '{"code":"success"}', {}],
    ['markup', 200, '<p>success</p>', { 'content-type': 'text/html' }],
    ['another status', 201, 'success', {}],
    ['a redirect', 302, 'success', { location: '/elsewhere' }],
    ['nothing', 200, '', {}],
  ])('%s is sent again', async (_name, status, body, headers) => {
    Object.assign(shop, { status, body, headers });
    await paidTrade();
    expect(sandbox.control.alipay.notifications.list()).toMatchObject([{ state: 'pending', sends: 3 }]);
    Object.assign(shop, { status: 200, body: 'success', headers: {} });
    await sandbox.clock.advance(4 * MINUTE);
    expect(sandbox.control.alipay.notifications.list()).toMatchObject([{ state: 'delivered', sends: 4 }]);
  });
});

test('a receiver that never accepts is asked three times at once and seven times more, with one id', async () => {
  shop.body = 'fail';
  await paidTrade();
  const counts = [shop.forms.length];
  for (const pause of [4 * MINUTE, 10 * MINUTE, 10 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 15 * HOUR]) {
    await sandbox.clock.advance(pause - 1000);
    expect(shop.forms).toHaveLength(counts.at(-1) ?? 0);
    await sandbox.clock.advance(1000);
    counts.push(shop.forms.length);
  }
  expect(counts).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(sandbox.control.alipay.notifications.list()).toMatchObject([{ state: 'given-up' }]);
  expect(new Set(shop.forms.map((form) => form.notify_id)).size).toBe(1);
  expect(shop.forms.every(signatureFits)).toBe(true);
});

test('a partial refund tells TRADE_SUCCESS with its amounts, the rest of it TRADE_CLOSED', async () => {
  await paidTrade();
  const refund = (no: string, amount: string) =>
    gatewayCall(sandbox, 'alipay.trade.refund', {
      out_trade_no: 'ORDER0001',
      refund_amount: amount,
      out_request_no: no,
    });
  await refund('R1', '8.00');
  await refund('R2', '150.00');
  await sandbox.control.settle();
  expect(shop.forms.slice(1)).toMatchObject([
    { trade_status: 'TRADE_SUCCESS', out_biz_no: 'R1', refund_fee: '8.00', total_amount: '158.00' },
    { trade_status: 'TRADE_CLOSED', out_biz_no: 'R2', refund_fee: '158.00', gmt_close: expect.any(String) },
  ]);
  expect(shop.forms.every(signatureFits)).toBe(true);
});

test('a confirmed trade that runs out of time tells TRADE_CLOSED, a page that was never confirmed tells nothing', async () => {
  for (const number of ['ORDER0001', 'ORDER0002']) {
    await openWap(sandbox, wapContent(number, { timeout_express: '30m' }), { notify_url: shop.url });
  }
  sandbox.control.alipay.orders.act('ORDER0002', 'balance-short');
  await sandbox.clock.advance(31 * MINUTE);
  expect(shop.forms).toMatchObject([{ out_trade_no: 'ORDER0002', trade_status: 'TRADE_CLOSED' }]);
  expect(shop.forms[0]).not.toHaveProperty('gmt_payment');
});

describe('under a fault', () => {
  const under = async (kind: FaultKind, args?: Record<string, unknown>): Promise<Fields[]> => {
    sandbox.control.faults.add({ provider: 'alipay', call: 'notify', kind, args });
    shop.body = 'fail';
    await paidTrade();
    return shop.forms;
  };

  test.each<FaultKind>(['notify_bad_sign', 'notify_tampered', 'notify_foreign_cert'])(
    '%s does not verify, the next one does',
    async (kind) => {
      expect((await under(kind)).map(signatureFits)).toEqual([false, true, true]);
    },
  );
  test.each<[FaultKind, Fields]>([
    ['notify_wrong_amount', { total_amount: '158.01' }],
    ['notify_wrong_merchant', { seller_id: '2088999999999999' }],
    ['notify_wrong_appid', { app_id: '2021999999999999' }],
    ['notify_wrong_order', { out_trade_no: 'XRDER0001' }],
  ])('%s verifies and says something wrong', async (kind, wrong) => {
    const [first = {}, second = {}] = await under(kind);
    expect(first).toMatchObject(wrong);
    expect(signatureFits(first)).toBe(true);
    expect(second).toMatchObject({ total_amount: '158.00', out_trade_no: 'ORDER0001' });
  });
  test('a shop that accepts a bad signature is reported', async () => {
    sandbox.control.faults.add({ provider: 'alipay', kind: 'notify_bad_sign' });
    await paidTrade();
    expect(sandbox.control.alipay.notifications.list()[0]?.attempts[0]?.violation).toMatch(/had to refuse/);
  });
  test('notify_lost sends nothing, notify_late waits, notify_dup sends at once, notify_replay later', async () => {
    const count = async (kind: FaultKind, number: string, args?: Record<string, unknown>) => {
      sandbox.control.faults.add({ provider: 'alipay', kind, args });
      const before = shop.forms.length;
      await paidTrade(number);
      return shop.forms.length - before;
    };
    expect(await count('notify_lost', 'LOST0001')).toBe(1);
    expect(sandbox.control.alipay.notifications.list()[0]?.attempts).toHaveLength(2);
    expect(await count('notify_dup', 'DUP00001', { copies: 3 })).toBe(3);
    expect(await count('notify_replay', 'REPLAY01', { delayMs: HOUR })).toBe(1);
    expect(await count('notify_late', 'LATE0001', { delayMs: 2 * HOUR })).toBe(0);
    await sandbox.clock.advance(HOUR);
    const replayed = shop.forms.filter((form) => form.out_trade_no === 'REPLAY01');
    expect(replayed).toHaveLength(2);
    expect(replayed[1]).toEqual(replayed[0]);
    await sandbox.clock.advance(HOUR);
    expect(shop.forms.at(-1)?.out_trade_no).toBe('LATE0001');
  });
});

test('held ones wait, dropped ones never come, delivered ones can be sent again', async () => {
  const { notifications } = sandbox.control.alipay;
  notifications.hold();
  await paidTrade();
  expect(shop.forms).toEqual([]);
  notifications.release();
  await sandbox.control.settle();
  expect(shop.forms).toHaveLength(1);
  await notifications.resend(notifications.list()[0]?.id ?? '');
  expect(shop.forms).toHaveLength(2);
  shop.body = 'fail';
  await paidTrade('ORDER0002');
  notifications.drop(notifications.list()[1]?.id ?? '');
  await sandbox.clock.advance(HOUR);
  expect(shop.forms).toHaveLength(5);
});
