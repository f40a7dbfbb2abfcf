import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { orderBody, payCall } from '../testing/shop.ts';
import type { FaultKind } from './fault-kinds.ts';

const H5 = '/v3/pay/transactions/h5';
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), seed: 6, controlApi: true, signTestProbes: false });
});
afterEach(() => sandbox.close());

const order = (kind: FaultKind, args?: Record<string, unknown>) => {
  sandbox.control.faults.add({ provider: 'wechat-pay', call: 'order.create', kind, args });
  return payCall(sandbox, 'POST', H5, orderBody(sandbox, 'ORDER0001'));
};
const orderCount = () => sandbox.control.orders.list().length;

describe('without an effect', () => {
  test.each<[FaultKind, number, string]>([
    ['http_500', 500, 'Internal Server Error'],
    ['http_502_html', 502, '<html>'],
    ['busy_code', 500, 'SYSTEM_ERROR'],
    ['rate_limit', 429, 'FREQUENCY_LIMITED'],
  ])('%s', async (kind, status, text) => {
    const answer = await order(kind);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
    expect(orderCount()).toBe(0);
  });

  test('timeout_before: the connection ends with the sandbox, unanswered', async () => {
    const answer = expect(order('timeout_before')).rejects.toThrow();
    await expect.poll(() => sandbox.control.log()[0]?.reason).toBe('fault timeout_before');
    expect(orderCount()).toBe(0);
    await sandbox.close();
    await answer;
  });
});

describe('with its effect', () => {
  test.each<FaultKind>(['truncated', 'not_json', 'wrong_charset'])('%s cannot be read', async (kind) => {
    const answer = await order(kind);
    expect(answer).toMatchObject({ status: 200, signatureFits: false, data: undefined });
    expect(orderCount()).toBe(1);
  });
  test('bad_response_sign has the right content and a wrong signature', async () => {
    const answer = await order('bad_response_sign');
    expect(answer).toMatchObject({ status: 200, signatureFits: false, data: { h5_url: expect.any(String) } });
  });
  test('timeout_after drops the connection after the order was made', async () => {
    await expect(order('timeout_after', { reset: true })).rejects.toThrow();
    expect(orderCount()).toBe(1);
  });
});

test('clock_skew refuses a good signature', async () => {
  expect(await order('clock_skew')).toMatchObject({ status: 401, data: { code: 'SIGN_ERROR' } });
});

test('a fault strikes as often as ordered, and not for a refused request', async () => {
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'busy_code', times: 2 });
  await payCall(sandbox, 'POST', H5, orderBody(sandbox, 'ORDER0001'), { sentBody: '{}' });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1)
    statuses.push((await payCall(sandbox, 'POST', H5, orderBody(sandbox, 'ORDER0001'))).status);
  expect(statuses).toEqual([500, 500, 200]);
});

test('a wrong order for a fault is refused with the reason', () => {
  const add = (more: object) => () =>
    sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'busy_code', ...more } as never);
  expect(add({ kind: 'nonsense' })).toThrow(/unknown fault kind/);
  expect(add({ provider: 'nobody' })).toThrow(/provider/);
  expect(add({ times: 0 })).toThrow(/times/);
  expect(add({ probability: 2 })).toThrow(/probability/);
});

test('return_forged: the payer comes back as if paid, but nothing was paid', async () => {
  const { data } = await payCall(sandbox, 'POST', H5, orderBody(sandbox, 'ORDER0001'));
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'return_forged' });
  const form = new URLSearchParams({
    action: 'pay',
    prepay_id: new URL(data.h5_url).searchParams.get('prepay_id') ?? '',
    redirect_url: 'http://localhost:3000/back',
  });
  const pressed = await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form, redirect: 'manual' });
  expect(pressed.status).toBe(303);
  expect(sandbox.control.orders.find('ORDER0001')?.tradeState).toBe('NOTPAY');
});
