import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { rsaVerify } from '../keys/rsa-sha256.ts';
import { counterOrder, lklCall } from '../testing/lakala-shop.ts';
import { openReceiver, type Received } from '../testing/shop.ts';
import { LAKALA_RETRY_MS } from './notify-dialect.ts';
import { noticeText, readAuthorization } from './signing.ts';

/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), clock, seed: 5, controlApi: true });
  receiver = await openReceiver();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function paid(): Promise<void> {
  await lklCall(sandbox, 'create', counterOrder(sandbox, 'ORDER0001', { notify_url: receiver.url }));
  sandbox.control.lakala.orders.act('ORDER0001', 'pay');
  await sandbox.control.settle();
}
const fits = ({ headers, body }: Received): boolean => {
  const sent = readAuthorization(headers.authorization ?? '') ?? {};
  const covered = noticeText(sent.timestamp ?? '', sent.nonce_str ?? '', body);
  return rsaVerify(sandbox.keys.lakala.platform.publicKeyPem, covered, sent.signature ?? '');
};

test('a payment is told with every field, and signed', async () => {
  await paid();
  const [first] = receiver.received as [Received];
  expect(fits(first)).toBe(true);
  expect(JSON.parse(first.body)).toMatchObject({
    out_order_no: 'ORDER0001',
    merchant_no: '822000000000001',
    order_status: '2',
    total_amount: 15_800,
    order_trade_info: { trade_type: 'PAY', trade_status: 'S', trade_amount: 15_800 },
  });
});

test('without the word SUCCESS in a JSON it comes ten times more, then never again', async () => {
  // 200 with an empty body is no answer.
  await paid();
  expect(receiver.received).toHaveLength(1);
  for (const [index, pauseMs] of LAKALA_RETRY_MS.entries()) {
    await sandbox.clock.advance(pauseMs - 1);
    expect(receiver.received).toHaveLength(index + 1);
    await sandbox.clock.advance(1);
    expect(receiver.received).toHaveLength(index + 2);
  }
  await sandbox.clock.advance(24 * 3_600_000);
  expect(receiver.received).toHaveLength(11);
  expect(sandbox.control.lakala.notifications.list()).toMatchObject([{ state: 'given-up', sends: 11 }]);
  expect(receiver.received.every(fits)).toBe(true);
});

test.each<FaultKind>(['notify_bad_sign', 'notify_tampered', 'notify_foreign_cert'])(
  '%s does not fit, the next send does',
  async (kind) => {
    sandbox.control.faults.add({ provider: 'lakala', kind });
    await paid();
    await sandbox.clock.advance(1000);
    expect(receiver.received.map(fits)).toEqual([false, true]);
  },
);

test.each<[FaultKind, (body: { total_amount: number; merchant_no: string; out_order_no: string }) => boolean]>([
  ['notify_wrong_amount', (body) => body.total_amount === 15_801],
  ['notify_wrong_merchant', (body) => body.merchant_no !== '822000000000001'],
  ['notify_wrong_order', (body) => body.out_order_no === 'XRDER0001'],
])('%s is signed well, the next send is right', async (kind, isWrong) => {
  sandbox.control.faults.add({ provider: 'lakala', kind });
  await paid();
  await sandbox.clock.advance(1000);
  expect(receiver.received.map(fits)).toEqual([true, true]);
  expect(receiver.received.map(({ body }) => isWrong(JSON.parse(body)))).toEqual([true, false]);
});
