import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { rbCall, rbOrder } from '../testing/rb-shop.ts';
import { openReceiver, type Received } from '../testing/shop.ts';
import { RB_RETRY_MS } from './notify-dialect.ts';
import { rbText, rbVerify } from './signing.ts';

/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), clock, seed: 7, controlApi: true });
  receiver = await openReceiver();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function paid(): Promise<void> {
  await rbCall(sandbox, 'getPayUrl', rbOrder(sandbox, 'ORDER0001', { notifyUrl: receiver.url }));
  sandbox.control.rb.orders.act('ORDER0001', 'pay');
  await sandbox.control.settle();
}
const fits = ({ headers, body }: Received): boolean => {
  const header = (name: string) => String(headers[`x-rb-${name}`]);
  const { channelCode, secret } = sandbox.keys.rb;
  const covered = rbText(header('timestamp'), header('nonce'), body);
  return header('channel') === channelCode && rbVerify(secret, covered, header('sign'));
};

test('a payment and a refund are told with every field, and signed', async () => {
  await paid();
  await rbCall(sandbox, 'refund', { outTradeNo: 'ORDER0001', refundNo: 'R1', refundAmount: 800 });
  await sandbox.clock.advance(3000);
  expect(receiver.received.map(fits)).toEqual([true, true]);
  const common = { notifyId: expect.stringMatching(/^RBN\d{24}$/), outTradeNo: 'ORDER0001' };
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { ...common, type: 'PAY', amount: 15_800, status: 'PAID', time: '20261120090000' },
    { ...common, type: 'REFUND', refundNo: 'R1', amount: 800, status: 'REFUNDED', time: '20261120090003' },
  ]);
});

test('without the text SUCCESS it comes six times more, then never again', async () => {
  await paid();
  for (const [index, pauseMs] of RB_RETRY_MS.entries()) {
    await sandbox.clock.advance(pauseMs - 1);
    expect(receiver.received).toHaveLength(index + 1);
    await sandbox.clock.advance(1);
    expect(receiver.received).toHaveLength(index + 2);
  }
  await sandbox.clock.advance(24 * 3_600_000);
  expect(receiver.received).toHaveLength(7);
  expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).notifyId)).size).toBe(1);
});

test.each<FaultKind>(['notify_bad_sign', 'notify_tampered', 'notify_wrong_merchant'])(
  '%s does not fit, the next send does',
  async (kind) => {
    sandbox.control.faults.add({ provider: 'rb', kind });
    await paid();
    await sandbox.clock.advance(15_000);
    expect(receiver.received.map(fits)).toEqual([false, true]);
  },
);

test.each<[FaultKind, Record<string, unknown>]>([
  ['notify_wrong_amount', { amount: 15_801 }],
  ['notify_wrong_order', { outTradeNo: 'XRDER0001' }],
])('%s is signed well, the next send is right', async (kind, wrong) => {
  sandbox.control.faults.add({ provider: 'rb', kind });
  await paid();
  await sandbox.clock.advance(15_000);
  expect(receiver.received.map(fits)).toEqual([true, true]);
  const [first, second] = receiver.received.map(({ body }) => JSON.parse(body));
  expect(first).toMatchObject(wrong);
  expect(second).toMatchObject({ amount: 15_800, outTradeNo: 'ORDER0001' });
});

test('notify_stale is signed for an older moment', async () => {
  sandbox.control.faults.add({ provider: 'rb', kind: 'notify_stale' });
  await paid();
  const [first] = receiver.received as [Received];
  expect(Number(first.headers['x-rb-timestamp']) * 1000).toBe(clock.now() - 10 * 60_000);
  expect(fits(first)).toBe(true);
});
