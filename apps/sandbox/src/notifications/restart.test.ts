import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { gatewayCall, openWap, wapContent } from '../testing/alipay-shop.ts';
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
