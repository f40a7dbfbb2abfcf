import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { counterOrder, counterRefund, type LklChange, lklCall } from '../testing/lakala-shop.ts';
import { LKL_CODES } from './lkl-error.ts';
import { lklTime } from './order-book.ts';

const MINUTE = 60_000;
/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), clock, seed: 4, controlApi: true });
});
afterEach(() => sandbox.close());

const create = (number: string, more: Record<string, unknown> = {}, change: LklChange = {}) =>
  lklCall(sandbox, 'create', counterOrder(sandbox, number, more), change);
const statusOf = async (number: string) =>
  (await lklCall(sandbox, 'query', { out_order_no: number })).data?.order_status;
const act = (number: string, action: Parameters<Sandbox['control']['lakala']['orders']['act']>[1]) =>
  sandbox.control.lakala.orders.act(number, action);
const fault = (kind: FaultKind, call: string, args?: Record<string, unknown>) =>
  sandbox.control.faults.add({ provider: 'lakala', kind, call, args });

test('an order is made with a counter, and every answer is signed', async () => {
  const answer = await create('ORDER0001');
  expect(answer).toMatchObject({ status: 200, code: '000000', signatureFits: true });
  expect(answer.data).toMatchObject({
    merchant_no: '822000000000001',
    out_order_no: 'ORDER0001',
    total_amount: '15800',
    order_create_time: '20261120090000',
    order_efficient_time: '20261120093000',
    pay_order_no: expect.stringMatching(/^\d{29}$/),
  });
  const page = await fetch(answer.data.counter_url);
  expect(page.status).toBe(200);
  const text = await page.text();
  for (const part of ['158.00', 'ORDER0001', '银联云闪付', 'data-testid="pay"']) expect(text).toContain(part);
});

describe('a caller is refused, unsigned, with', () => {
  test.each<[string, string, LklChange]>([
    ['another appid', LKL_CODES.signature, { appId: 'OPSANDBOX2' }],
    ['another serial number', LKL_CODES.signature, { serialNo: '00ab' }],
    ['a nonce of another length', LKL_CODES.signature, { nonce: 'abc' }],
    ['another body than the signed one', LKL_CODES.signature, { sentBody: '{}' }],
    ['a clock that is 6 minutes late', LKL_CODES.clock, { offsetMs: -6 * MINUTE }],
    ['a clock that is 6 minutes early', LKL_CODES.clock, { offsetMs: 6 * MINUTE }],
    ['a form', LKL_CODES.parameter, { contentType: 'application/x-www-form-urlencoded' }],
  ])('%s', async (_name, code, change) => {
    const answer = await create('ORDER0001', {}, change);
    expect(answer).toMatchObject({ code, signatureFits: false });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(sandbox.control.lakala.orders.list()).toEqual([]);
  });
});

describe('an order is refused with', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another merchant', { merchant_no: '822000000000009' }],
    ['a number with a hyphen', { out_order_no: 'ORDER-0001' }],
    ['a number too long', { out_order_no: 'A'.repeat(33) }],
    ['an amount as a text', { total_amount: '15800' }],
    ['an amount with parts of a fen', { total_amount: 158.5 }],
    ['no amount', { total_amount: 0 }],
    ['a time in the past', { order_efficient_time: '20261120085959' }],
    ['a time in eight days', { order_efficient_time: '20261128090000' }],
    ['no title', { order_info: '' }],
    ['a title too long', { order_info: '保'.repeat(65) }],
    ['a plain http notify_url elsewhere', { notify_url: 'http://shop.example.cn/n' }],
    ['a callback_url too long', { callback_url: `https://shop.example.cn/${'a'.repeat(128)}` }],
    ['support_refund as a word', { support_refund: 'yes' }],
    ['an unknown pay mode', { counter_param: '{"pay_mode":"CASH"}' }],
  ])('%s', async (_name, more) => {
    expect(await create('ORDER0001', more)).toMatchObject({ code: LKL_CODES.parameter, signatureFits: true });
  });

  test('another version of the envelope', async () => {
    expect(await create('ORDER0001', {}, { version: '1.0' })).toMatchObject({ code: LKL_CODES.parameter });
  });
});

test('a number is taken once, unless the order takes payments again', async () => {
  await create('ORDER0001');
  expect((await create('ORDER0001')).code).toBe(LKL_CODES.repeated);
  const first = await create('ORDER0002', { support_repeat_pay: 1 });
  expect((await create('ORDER0002', { support_repeat_pay: 1 })).data.pay_order_no).toBe(first.data.pay_order_no);
  expect((await create('ORDER0002', { support_repeat_pay: 1, total_amount: 1 })).code).toBe(LKL_CODES.repeated);
});

test('the status goes through 0, 3, 1, 2 and 6, and ends as 4, 5 or 7', async () => {
  expect((await lklCall(sandbox, 'query', { out_order_no: 'ORDER0001' })).code).toBe(LKL_CODES.absent);
  expect((await lklCall(sandbox, 'query', {})).code).toBe(LKL_CODES.parameter);
  const { data } = await create('ORDER0001');
  expect(await statusOf('ORDER0001')).toBe('0');
  act('ORDER0001', 'balance-short');
  expect(await statusOf('ORDER0001')).toBe('3');
  act('ORDER0001', 'submit');
  expect(await statusOf('ORDER0001')).toBe('1');
  expect((await lklCall(sandbox, 'close', { out_order_no: 'ORDER0001' })).code).toBe(LKL_CODES.state);
  act('ORDER0001', 'pay');
  const paid = await lklCall(sandbox, 'query', { pay_order_no: data.pay_order_no });
  expect(paid.data).toMatchObject({ order_status: '2', total_amount: 15_800, term_no: 'A0000001' });
  expect(paid.data.order_trade_info_list).toMatchObject([
    { trade_type: 'PAY', trade_status: 'S', trade_amount: 15_800, trade_time: '20261120090000', pay_mode: 'WECHAT' },
    { trade_type: 'PAY', trade_status: 'F' },
  ]);
  expect((await lklCall(sandbox, 'close', { out_order_no: 'ORDER0001' })).code).toBe(LKL_CODES.state);
  await lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001', { refund_amount: '800' }));
  expect(await statusOf('ORDER0001')).toBe('6');

  await create('ORDER0002');
  expect((await lklCall(sandbox, 'close', { out_order_no: 'ORDER0002' })).data.order_status).toBe('7');
  expect((await lklCall(sandbox, 'close', { out_order_no: 'ORDER0002' })).data.order_status).toBe('7');
  expect(() => act('ORDER0002', 'pay')).toThrow('不能支付');
  expect(act('ORDER0002', 'force-pay').orderStatus).toBe('2');
  expect(act('ORDER0002', 'revoke').orderStatus).toBe('5');
  await create('ORDER0003');
  await sandbox.clock.advance(30 * MINUTE);
  expect(await statusOf('ORDER0003')).toBe('4');
  expect(() => act('ORDER0003', 'pay')).toThrow('不能支付');
});

test('at the counter: each button, and back to the shop without a word about money', async () => {
  const counter = async (number: string, action: string, payMode = 'ALIPAY') => {
    const { data } = await create(number);
    const body = new URLSearchParams({ number: data.pay_order_no, action, payMode });
    return fetch(`${sandbox.origin}/r/lkl`, { method: 'POST', body, redirect: 'manual' });
  };
  for (const [number, action, status] of [
    ['ORDER0001', 'pay', '2'],
    ['ORDER0002', 'cancel', '0'],
    ['ORDER0003', 'balance-short', '3'],
  ] as const) {
    const left = await counter(number, action);
    expect([left.status, left.headers.get('location')]).toEqual([303, 'http://localhost:3000/back']);
    expect(await statusOf(number)).toBe(status);
  }
  expect(sandbox.control.lakala.orders.find('ORDER0001')?.trades).toMatchObject([{ payMode: 'ALIPAY' }]);
  expect((await counter('ORDER0004', 'pay-no-return')).status).toBe(200);
  expect((await counter('ORDER0005', 'close')).status).toBe(200);
  expect([await statusOf('ORDER0004'), await statusOf('ORDER0005')]).toEqual(['2', '0']);
  expect((await counter('ORDER0006', 'pay', 'CASH')).status).toBe(400);
  fault('return_forged', 'cashier');
  expect((await counter('ORDER0007', 'pay')).headers.get('location')).toBe('http://localhost:3000/back');
  expect(await statusOf('ORDER0007')).toBe('0');
  fault('pay_pending', 'cashier');
  await counter('ORDER0008', 'pay');
  expect(await statusOf('ORDER0008')).toBe('1');
  await sandbox.clock.advance(MINUTE);
  expect(await statusOf('ORDER0008')).toBe('2');
  expect((await fetch(`${sandbox.origin}/r/lkl/1`)).status).toBe(400);
});

test('an order for one way to pay shows only that one', async () => {
  const { data } = await create('ORDER0001', { counter_param: '{"pay_mode":"UNION"}' });
  const text = await (await fetch(data.counter_url)).text();
  expect([text.includes('银联云闪付'), text.includes('支付宝')]).toEqual([true, false]);
});

test('refunds: in part and in full, once per number, never more than was paid', async () => {
  await create('ORDER0001');
  expect((await lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001', { origin_trade_no: '1' }))).code).toBe(
    LKL_CODES.absent,
  );
  act('ORDER0001', 'pay');
  const ask = (out_trade_no: string, refund_amount: string, more: Record<string, unknown> = {}) =>
    lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001', { out_trade_no, refund_amount, ...more }));
  const first = await ask('R1', '5800');
  expect(first.data).toMatchObject({ trade_state: 'SUCCESS', out_trade_no: 'R1', refund_amount: '5800' });
  expect((await ask('R1', '5800')).data.trade_no).toBe(first.data.trade_no);
  expect((await ask('R1', '1')).code).toBe(LKL_CODES.refundRepeated);
  expect((await ask('R2', '10001')).code).toBe(LKL_CODES.refundAmount);
  expect((await ask('R2', '1.00')).code).toBe(LKL_CODES.parameter);
  expect((await ask('R2', '1', { location_info: {} })).code).toBe(LKL_CODES.parameter);
  expect((await ask('R2', '10000')).data.trade_state).toBe('SUCCESS');
  expect(sandbox.control.lakala.refunds.list().map((row) => row.refundFen)).toEqual([5800, 10_000]);
  const asked = await lklCall(sandbox, 'refundQuery', { term_no: 'A0000001', out_trade_no: 'R1' });
  expect(asked.data).toMatchObject({ trade_state: 'SUCCESS', trade_time: lklTime(sandbox.clock.now()) });
  expect((await lklCall(sandbox, 'refundQuery', { term_no: 'A0000001', out_trade_no: 'R9' })).code).toBe(
    LKL_CODES.absent,
  );
});

test('an order that was made without refunds has none', async () => {
  await create('ORDER0001', { support_refund: 0 });
  act('ORDER0001', 'pay');
  expect((await lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001'))).code).toBe(LKL_CODES.state);
});

test.each<[FaultKind, string, string]>([
  ['refund_pending', 'PROCESSING', 'PROCESSING'],
  ['refund_fail', 'PROCESSING', 'FAIL'],
  ['refund_abnormal', 'PROCESSING', 'EXCEPTION'],
])('%s: first %s, then %s', async (kind, first, then) => {
  await create('ORDER0001');
  act('ORDER0001', 'pay');
  fault(kind, 'refund.create');
  const ask = () => lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001'));
  expect((await ask()).data.trade_state).toBe(first);
  await sandbox.clock.advance(MINUTE);
  expect((await ask()).data.trade_state).toBe(then);
  if (then !== 'FAIL') expect(sandbox.control.lakala.refunds.settle('RORDER0001').state).toBe('SUCCESS');
});

test('an empty account refuses, a busy refund is open, a busy query too', async () => {
  await create('ORDER0001');
  act('ORDER0001', 'pay');
  fault('refund_account_empty', 'refund.create');
  const ask = () => lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001'));
  expect((await ask()).code).toBe(LKL_CODES.accountEmpty);
  fault('busy_code', 'refund.create');
  expect(await ask()).toMatchObject({ code: 'RFD11105', signatureFits: true });
  fault('rate_limit', 'order.query');
  expect((await lklCall(sandbox, 'query', { out_order_no: 'ORDER0001' })).code).toBe(LKL_CODES.rate);
  fault('bad_response_sign', 'order.query');
  expect(await lklCall(sandbox, 'query', { out_order_no: 'ORDER0001' })).toMatchObject({
    code: '000000',
    signatureFits: false,
  });
  fault('clock_skew', 'order.query');
  expect((await lklCall(sandbox, 'query', { out_order_no: 'ORDER0001' })).code).toBe(LKL_CODES.clock);
});

test('a payment crosses the close, or comes after it', async () => {
  await create('ORDER0001');
  fault('pay_between_query_and_close', 'order.close');
  expect((await lklCall(sandbox, 'close', { out_order_no: 'ORDER0001' })).code).toBe(LKL_CODES.state);
  expect(await statusOf('ORDER0001')).toBe('2');
  await create('ORDER0002');
  fault('late_pay_after_close', 'order.close');
  expect((await lklCall(sandbox, 'close', { out_order_no: 'ORDER0002' })).data.order_status).toBe('7');
  await sandbox.clock.advance(1000);
  expect(await statusOf('ORDER0002')).toBe('2');
});
