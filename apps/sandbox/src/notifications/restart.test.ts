import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { gatewayCall, openWap, wapContent } from '../testing/alipay-shop.ts';
import { counterOrder, counterRefund, lklCall } from '../testing/lakala-shop.ts';
import { rbCall, rbOrder } from '../testing/rb-shop.ts';
import { openReceiver } from '../testing/shop.ts';
import { acpCall, paymentFields, pressAcp } from '../testing/unionpay-shop.ts';

const MINUTE = 60_000;
let folder: string;
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

/** Stands still, so that only the test moves the sandbox's time. */
let nowMs: number;
const start = async () => {
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), controlApi: true, signTestProbes: false },
    ...{ clock: { now: () => nowMs }, stateFile: join(folder, 'state.jsonl') },
  });
};
const restart = async () => {
  nowMs = sandbox.clock.now();
  await sandbox.close();
  await start();
};

beforeEach(async () => {
  nowMs = Date.parse('2026-11-20T09:00:00+08:00');
  folder = mkdtempSync(join(tmpdir(), 'sandbox-restart-'));
  receiver = await openReceiver();
  await start();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

test('Alipay goes on after a restart: notifications, an accepted refund, a trade that runs out of time', async () => {
  receiver.status = 500;
  const open = (number: string) =>
    openWap(sandbox, wapContent(number, { timeout_express: '30m' }), { notify_url: receiver.url });
  await open('ORDER0001');
  sandbox.control.alipay.orders.act('ORDER0001', 'pay');
  await open('ORDER0002');
  sandbox.control.alipay.orders.act('ORDER0002', 'confirm');
  sandbox.control.faults.add({ provider: 'alipay', kind: 'refund_pending' });
  const refund = { out_trade_no: 'ORDER0001', refund_amount: '8.00', out_request_no: 'R1' };
  await gatewayCall(sandbox, 'alipay.trade.refund', refund);
  await sandbox.control.settle();
  const before = receiver.received.length;

  await restart();
  await sandbox.clock.advance(31 * MINUTE);
  const told = receiver.received.slice(before).map(({ body }) => new URLSearchParams(body));
  const states = (number: string) =>
    new Set(
      told
        .filter((form) => form.get('out_trade_no') === number)
        .map((form) => form.get('refund_fee') ?? form.get('trade_status')),
    );
  expect(states('ORDER0001')).toEqual(new Set(['TRADE_SUCCESS', '8.00']));
  expect(states('ORDER0002')).toEqual(new Set(['TRADE_CLOSED']));
});

test('Lakala and the insurer’s cashier go on after a restart: notifications, a payment and refunds under way', async () => {
  receiver.status = 500;
  await lklCall(sandbox, 'create', counterOrder(sandbox, 'ORDER0001', { notify_url: receiver.url }));
  await lklCall(sandbox, 'create', counterOrder(sandbox, 'ORDER0002', { notify_url: receiver.url }));
  await rbCall(sandbox, 'getPayUrl', rbOrder(sandbox, 'ORDER0003', { notifyUrl: receiver.url }));
  sandbox.control.lakala.orders.act('ORDER0001', 'pay');
  sandbox.control.rb.orders.act('ORDER0003', 'pay');
  sandbox.control.faults.add({ provider: 'lakala', kind: 'pay_pending' });
  const { payOrderNo = '' } = sandbox.control.lakala.orders.find('ORDER0002') ?? {};
  const body = new URLSearchParams({ number: payOrderNo, action: 'pay' });
  await fetch(`${sandbox.origin}/r/lkl`, { method: 'POST', body, redirect: 'manual' });
  sandbox.control.faults.add({ provider: 'lakala', kind: 'refund_pending', args: { delayMs: MINUTE } });
  await lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001'));
  await rbCall(sandbox, 'refund', { outTradeNo: 'ORDER0003', refundNo: 'R3', refundAmount: 800 });
  await sandbox.control.settle();
  const before = receiver.received.length;

  await restart();
  await sandbox.clock.advance(2 * MINUTE);
  const told = receiver.received.slice(before).map(({ body: text }) => JSON.parse(text));
  const numbers = new Set(told.map((one) => one.out_order_no ?? `${one.outTradeNo} ${one.type}`));
  expect(numbers).toEqual(new Set(['ORDER0001', 'ORDER0002', 'ORDER0003 PAY', 'ORDER0003 REFUND']));
  expect(sandbox.control.lakala.refunds.list()).toMatchObject([{ state: 'SUCCESS' }]);
  expect(sandbox.control.rb.refunds.list()).toMatchObject([{ status: 'REFUNDED' }]);
});

test('UnionPay goes on after a restart: a payment in progress ends and is told', async () => {
  const { token } = await acpCall(sandbox, 'front', paymentFields('ORDER0001', { backUrl: receiver.url }));
  sandbox.control.faults.add({ provider: 'unionpay', kind: 'pay_pending' });
  await pressAcp(sandbox, token, 'pay');
  await restart();
  expect(sandbox.control.unionpay.orders.find('ORDER0001')?.respCode).toBe('05');
  await sandbox.clock.advance(MINUTE);
  expect(sandbox.control.unionpay.orders.find('ORDER0001')?.respCode).toBe('00');
  expect(receiver.received).toHaveLength(1);
});
