import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { type RbChange, rbCall, rbOrder } from '../testing/rb-shop.ts';
import { RB_CODES } from './rb-error.ts';

const MINUTE = 60_000;
/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), clock, seed: 6, controlApi: true });
});
afterEach(() => sandbox.close());

const open = (number: string, more: Record<string, unknown> = {}, change: RbChange = {}) =>
  rbCall(sandbox, 'getPayUrl', rbOrder(sandbox, number, more), change);
const statusOf = async (outTradeNo: string) => (await rbCall(sandbox, 'query', { outTradeNo })).data?.status;
const act = (number: string, action: Parameters<Sandbox['control']['rb']['orders']['act']>[1]) =>
  sandbox.control.rb.orders.act(number, action);
const fault = (kind: FaultKind, call: string, args?: Record<string, unknown>) =>
  sandbox.control.faults.add({ provider: 'rb', kind, call, args });

test('the same order may be asked for again: same number, a new address', async () => {
  const first = await open('ORDER0001');
  expect(first).toMatchObject({ status: 200, code: '0', signatureFits: true });
  expect(first.data).toMatchObject({ payOrderNo: expect.stringMatching(/^RB\d{20}$/), expireTime: '20261120091000' });
  await sandbox.clock.advance(5 * MINUTE);
  const more = { expireTime: '20261120093000' };
  const again = await open('ORDER0001', more);
  expect(again.data.payOrderNo).toBe(first.data.payOrderNo);
  expect(again.data).toMatchObject({ expireTime: '20261120091500' });
  expect((await open('ORDER0001', { ...more, amount: 1 })).code).toBe(RB_CODES.otherData);
  const page = await fetch(again.data.payUrl);
  expect([page.status, (await page.text()).includes('158.00')]).toEqual([200, true]);
});

test('an address lives ten minutes, and never longer than its order', async () => {
  const { data } = await open('ORDER0001');
  const short = await open('ORDER0002', { expireTime: '20261120090500' });
  expect(short.data.expireTime).toBe('20261120090500');
  await sandbox.clock.advance(10 * MINUTE);
  const page = await fetch(data.payUrl);
  expect([page.status, (await page.text()).includes('已过期')]).toEqual([400, true]);
  expect([await statusOf('ORDER0001'), await statusOf('ORDER0002')]).toEqual(['WAIT', 'CLOSED']);
});

describe('a caller is refused, unsigned, with', () => {
  test.each<[string, string, RbChange]>([
    ['another channel', RB_CODES.signature, { channelCode: 'SBXRB02' }],
    ['a short nonce', RB_CODES.signature, { nonce: 'abc' }],
    ['another body than the signed one', RB_CODES.signature, { sentBody: '{}' }],
    ['a clock that is 6 minutes late', RB_CODES.clock, { offsetMs: -6 * MINUTE }],
    ['a form', RB_CODES.parameter, { contentType: 'application/x-www-form-urlencoded' }],
  ])('%s', async (_name, code, change) => {
    expect(await open('ORDER0001', {}, change)).toMatchObject({ status: 401, code, signatureFits: false });
    expect(sandbox.control.rb.orders.list()).toEqual([]);
  });
});

describe('an order is refused with', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another channel in the body', { channelCode: 'SBXRB02' }],
    ['another time in the body', { timestamp: '1767225600' }],
    ['a number with a hyphen', { outTradeNo: 'ORDER-0001' }],
    ['an amount as a text', { amount: '15800' }],
    ['no amount', { amount: 0 }],
    ['a subject too long', { subject: '保'.repeat(65) }],
    ['a time in the past', { expireTime: '20261120085959' }],
    ['a time in another form', { expireTime: '2026-11-20' }],
    ['a plain http notifyUrl elsewhere', { notifyUrl: 'http://shop.example.cn/n' }],
    ['a returnUrl that is none', { returnUrl: 'javascript:alert(1)' }],
  ])('%s', async (_name, more) => {
    expect(await open('ORDER0001', more)).toMatchObject({ code: RB_CODES.parameter, signatureFits: true });
  });
});

test('the cashier: each button, and back to the shop without a word about money', async () => {
  const press = async (number: string, action: string) => {
    const { data } = await open(number);
    const body = new URLSearchParams({ token: new URL(data.payUrl).pathname.split('/').at(-1) ?? '', action });
    return fetch(`${sandbox.origin}/rb/cashier`, { method: 'POST', body, redirect: 'manual' });
  };
  for (const [number, action, status] of [
    ['ORDER0001', 'pay', 'PAID'],
    ['ORDER0002', 'cancel', 'WAIT'],
    ['ORDER0003', 'balance-short', 'FAILED'],
  ] as const) {
    const left = await press(number, action);
    expect([left.status, left.headers.get('location')]).toEqual([303, 'http://localhost:3000/back']);
    expect(await statusOf(number)).toBe(status);
  }
  expect((await press('ORDER0004', 'pay-no-return')).status).toBe(200);
  expect((await press('ORDER0005', 'close')).status).toBe(200);
  expect([await statusOf('ORDER0004'), await statusOf('ORDER0005')]).toEqual(['PAID', 'WAIT']);
  fault('return_forged', 'cashier');
  expect((await press('ORDER0006', 'pay')).status).toBe(303);
  expect(await statusOf('ORDER0006')).toBe('WAIT');
});

test('query and close: absent, closed once and for all, never when paid', async () => {
  expect((await rbCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).code).toBe(RB_CODES.absent);
  expect((await rbCall(sandbox, 'close', { outTradeNo: 'ORDER0001' })).code).toBe(RB_CODES.absent);
  await open('ORDER0001');
  for (let round = 0; round < 2; round++)
    expect((await rbCall(sandbox, 'close', { outTradeNo: 'ORDER0001' })).data.status).toBe('CLOSED');
  expect((await open('ORDER0001')).code).toBe(RB_CODES.closed);
  expect(() => act('ORDER0001', 'pay')).toThrow('已关闭');
  act('ORDER0001', 'force-pay');
  expect((await rbCall(sandbox, 'close', { outTradeNo: 'ORDER0001' })).code).toBe(RB_CODES.paid);
  expect((await open('ORDER0001')).code).toBe(RB_CODES.paid);
  expect((await rbCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data).toMatchObject({
    ...{ status: 'PAID', amount: 15_800, time: '20261120090000' },
  });
  await open('ORDER0002');
  fault('pay_between_query_and_close', 'order.close');
  expect((await rbCall(sandbox, 'close', { outTradeNo: 'ORDER0002' })).code).toBe(RB_CODES.paid);
  await open('ORDER0003');
  fault('late_pay_after_close', 'order.close');
  expect((await rbCall(sandbox, 'close', { outTradeNo: 'ORDER0003' })).data.status).toBe('CLOSED');
  await sandbox.clock.advance(1000);
  expect(await statusOf('ORDER0003')).toBe('PAID');
});

test('refunds: taken and settled, in part and in full, once per number, never more than was paid', async () => {
  const ask = (refundNo: string, refundAmount: number) =>
    rbCall(sandbox, 'refund', { outTradeNo: 'ORDER0001', refundNo, refundAmount });
  const query = (refundNo: string) => rbCall(sandbox, 'refundQuery', { outTradeNo: 'ORDER0001', refundNo });
  await open('ORDER0001');
  expect((await ask('R1', 1)).code).toBe(RB_CODES.absent);
  act('ORDER0001', 'pay');
  const first = await ask('R1', 5800);
  expect(first.data).toMatchObject({ status: 'REFUNDING', refundAmount: 5800 });
  expect(await statusOf('ORDER0001')).toBe('REFUNDING');
  expect((await ask('R1', 5800)).data.rbRefundNo).toBe(first.data.rbRefundNo);
  expect((await ask('R1', 1)).code).toBe(RB_CODES.otherData);
  expect((await ask('R2', 10_001)).code).toBe(RB_CODES.refundAmount);
  await sandbox.clock.advance(3000);
  expect((await query('R1')).data).toMatchObject({ status: 'REFUNDED', time: '20261120090003' });
  expect(await statusOf('ORDER0001')).toBe('PAID');
  fault('refund_account_empty', 'refund.create');
  expect((await ask('R2', 10_000)).code).toBe(RB_CODES.accountEmpty);
  fault('refund_fail', 'refund.create');
  await ask('R2', 10_000);
  await sandbox.clock.advance(3000);
  expect((await query('R2')).data.status).toBe('FAILED');
  fault('refund_pending', 'refund.create');
  await ask('R3', 10_000);
  await sandbox.clock.advance(MINUTE);
  expect((await query('R3')).data.status).toBe('REFUNDING');
  sandbox.control.rb.refunds.settle('R3');
  expect(await statusOf('ORDER0001')).toBe('REFUNDED');
  expect((await query('R9')).code).toBe(RB_CODES.refundAbsent);
});

test('busy, too often, badly signed, a wrong clock', async () => {
  await open('ORDER0001');
  for (const [kind, code, signatureFits] of [
    ['busy_code', RB_CODES.busy, true],
    ['rate_limit', RB_CODES.rate, true],
    ['bad_response_sign', '0', false],
    ['clock_skew', RB_CODES.clock, false],
  ] as const) {
    fault(kind, 'order.query');
    expect(await rbCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).toMatchObject({ code, signatureFits });
  }
});
