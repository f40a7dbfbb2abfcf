import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { gatewayCall, openWap, wapContent } from '../testing/alipay-shop.ts';

/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({
    port: 0,
    keys: keysFromVectors(),
    clock,
    seed: 4,
    controlApi: true,
    signTestProbes: false,
  });
  await openWap(sandbox, wapContent('ORDER0001'));
  sandbox.control.alipay.orders.act('ORDER0001', 'pay');
});
afterEach(() => sandbox.close());

const refund = async (amount: string, no?: string, more: Record<string, unknown> = {}) => {
  const content = { out_trade_no: 'ORDER0001', refund_amount: amount, out_request_no: no, ...more };
  return (await gatewayCall(sandbox, 'alipay.trade.refund', content)).node;
};
const ask = async (no: string) =>
  (
    await gatewayCall(sandbox, 'alipay.trade.fastpay.refund.query', {
      out_trade_no: 'ORDER0001',
      out_request_no: no,
    })
  ).node;
const state = async () =>
  (await gatewayCall(sandbox, 'alipay.trade.query', { out_trade_no: 'ORDER0001' })).node.trade_status;

test('is done at once, and the same number again changes nothing', async () => {
  expect(await refund('8.00', 'R1')).toMatchObject({ code: '10000', fund_change: 'Y', refund_fee: '8.00' });
  expect(await refund('8.00', 'R1')).toMatchObject({ code: '10000', fund_change: 'N', refund_fee: '8.00' });
  expect(await refund('2.00', 'R2')).toMatchObject({ fund_change: 'Y', refund_fee: '10.00' });
  expect(await ask('R1')).toMatchObject({ refund_status: 'REFUND_SUCCESS', refund_amount: '8.00' });
  expect(await state()).toBe('TRADE_SUCCESS');
});

test('of everything closes the trade, and may still be repeated', async () => {
  expect(await refund('158.00')).toMatchObject({ fund_change: 'Y', refund_fee: '158.00' });
  expect(await state()).toBe('TRADE_CLOSED');
  expect(await refund('158.00')).toMatchObject({ code: '10000', fund_change: 'N' });
  expect(await refund('1.00', 'R2')).toMatchObject({ code: '40004', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
});

test('is refused with the sub-code of its reason', async () => {
  expect((await refund('8.00', 'R1', { out_trade_no: 'NOBODY01' })).sub_code).toBe('ACQ.TRADE_NOT_EXIST');
  expect((await refund('8.00')).sub_code).toBe('ACQ.INVALID_PARAMETER');
  expect((await refund('0.00', 'R1')).sub_code).toBe('ACQ.INVALID_PARAMETER');
  expect((await refund('158.01', 'R1')).sub_code).toBe('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
  await refund('8.00', 'R1');
  expect((await refund('9.00', 'R1')).sub_code).toBe('ACQ.DISCORDANT_REPEAT_REQUEST');
  expect((await refund('150.01', 'R2')).sub_code).toBe('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
  sandbox.control.alipay.orders.act('ORDER0001', 'finish');
  expect((await refund('1.00', 'R3')).sub_code).toBe('ACQ.TRADE_HAS_FINISHED');
  await openWap(sandbox, wapContent('WAITING1'));
  sandbox.control.alipay.orders.act('WAITING1', 'confirm');
  expect((await refund('1.00', 'R4', { out_trade_no: 'WAITING1' })).sub_code).toBe('ACQ.TRADE_STATUS_ERROR');
});

test('with too little on the account, or a busy system, has no effect and works later', async () => {
  sandbox.control.faults.add({ provider: 'alipay', kind: 'refund_account_empty' });
  expect((await refund('8.00', 'R1')).sub_code).toBe('ACQ.SELLER_BALANCE_NOT_ENOUGH');
  sandbox.control.faults.add({ provider: 'alipay', kind: 'busy_code' });
  expect((await refund('8.00', 'R1')).sub_code).toBe('ACQ.SYSTEM_ERROR');
  expect(await ask('R1')).toEqual({ code: '10000', msg: 'Success' });
  expect((await refund('8.00', 'R1')).fund_change).toBe('Y');
});

test('may be accepted first and done ten seconds later', async () => {
  sandbox.control.faults.add({ provider: 'alipay', kind: 'refund_pending' });
  expect(await refund('8.00', 'R1')).toMatchObject({ code: '10000', fund_change: 'N', refund_fee: '0.00' });
  expect(await refund('8.00', 'R1')).toMatchObject({ fund_change: 'N' });
  expect(await ask('R1')).not.toHaveProperty('refund_status');
  await sandbox.clock.advance(10_000);
  expect(await ask('R1')).toMatchObject({ refund_status: 'REFUND_SUCCESS' });
  expect(sandbox.control.alipay.refunds.list()).toHaveLength(1);
});

test('may be accepted first and fail; the same number again then does it', async () => {
  sandbox.control.faults.add({ provider: 'alipay', kind: 'refund_fail' });
  expect((await refund('158.00', 'R1')).fund_change).toBe('N');
  await sandbox.clock.advance(60_000);
  expect(await ask('R1')).not.toHaveProperty('refund_status');
  expect((await refund('158.00', 'R1')).fund_change).toBe('Y');
});
