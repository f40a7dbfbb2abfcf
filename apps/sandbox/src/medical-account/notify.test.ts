import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { centreCall, opened, openMedicalOrder, permission } from '../testing/medical-account-shop.ts';
import { openReceiver } from '../testing/shop.ts';
import { CENTRE_RETRY_MS } from './notify-dialect.ts';

const TAKEN = '{"code":"0","message":"success"}';
/** Stands still, so that only the test moves the sandbox's time. */
const START_MS = Date.parse('2026-11-20T09:00:00+08:00');
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeEach(async () => {
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 3, controlApi: true, signTestProbes: false },
    clock: { now: () => START_MS },
  });
  receiver = await openReceiver();
  receiver.answer = TAKEN;
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const told = () => receiver.received.map(({ body }) => opened(sandbox, body));
async function pay(): Promise<void> {
  await openMedicalOrder(sandbox, 'ORDER0001', { syncCalUrl: receiver.url });
  sandbox.control.medicalAccount.orders.act('ORDER0001', 'pay');
  await sandbox.control.settle();
}

test('permission, payment and refund are told in signed envelopes', async () => {
  await permission(sandbox, 'AUTH0001', receiver.url);
  await pay();
  await centreCall(sandbox, 'refund', {
    ...{ outTradeNo: 'ORDER0001', appRefdSn: 'REFUND01', totlRefdAmt: '8.00', psnAcctRefdAmt: '8.00' },
    ...{ cashRefdAmt: '0.00', reason: '退保', notifyUrl: receiver.url },
  });
  await sandbox.clock.advance(60_000);
  expect(told().map(({ signed }) => signed)).toEqual([true, true, true]);
  expect(told().map(({ data }) => data)).toMatchObject([
    {
      ...{ notifyType: 'AUTH', outAuthNo: 'AUTH0001', result: 'OK' },
      ...{ payAuthNo: expect.stringMatching(/^AUTH\d{28}$/), expireTime: '20261120091000' },
    },
    {
      ...{ notifyType: 'PAY', outTradeNo: 'ORDER0001', tradeStatus: 'SUCCESS', payType: 'PSNACCT' },
      ...{ amount: '158.00', psnAcctPayAmt: '158.00', ownPayAmt: '0.00', psnAcctMerchantId: 'SBX0001' },
      notifyId: expect.stringMatching(/^YB\d{24}$/),
    },
    { notifyType: 'REFUND', appRefdSn: 'REFUND01', refStatus: 'SUCC', psnAcctRefdAmt: '8.00' },
  ]);
});

test('a refused permission is told without a number', async () => {
  await centreCall(sandbox, 'authorise', {
    ...{ outAuthNo: 'AUTH0002', idType: '01', idNo: '32010619880316002X', userName: '林美', state: 's' },
    ...{ redirectUrl: 'http://localhost:3000/authorised', notifyUrl: receiver.url },
  });
  sandbox.control.medicalAccount.authorisations.decide('AUTH0002', 'CANCEL');
  await sandbox.control.settle();
  expect(told()[0]?.data).toMatchObject({ notifyType: 'AUTH', outAuthNo: 'AUTH0002', result: 'CANCEL' });
  expect(told()[0]?.data.payAuthNo).toBeUndefined();
});

test('it is sent again after 1, 2, 5, 10, 30 min, 1, 2, 6 h, each time with a fresh time, until code 0 is answered', async () => {
  receiver.answer = 'success';
  await pay();
  for (const [index, pauseMs] of CENTRE_RETRY_MS.entries()) {
    await sandbox.clock.advance(pauseMs - 1);
    expect(receiver.received).toHaveLength(index + 1);
    await sandbox.clock.advance(1);
    expect(receiver.received).toHaveLength(index + 2);
  }
  expect(CENTRE_RETRY_MS.map((ms) => ms / 60_000)).toEqual([1, 2, 5, 10, 30, 60, 120, 360]);
  expect(new Set(told().map(({ top }) => top.timestamp)).size).toBe(9);
  expect(new Set(told().map(({ data }) => data.notifyId)).size).toBe(1);
  expect(sandbox.control.medicalAccount.notifications.list().at(-1)?.state).toBe('given-up');
});

test('an answer of code 0 ends it', async () => {
  await pay();
  await sandbox.clock.advance(86_400_000);
  expect(receiver.received).toHaveLength(1);
});

test.each<[FaultKind, boolean, object]>([
  ['notify_wrong_amount', true, { amount: '158.01', psnAcctPayAmt: '158.01' }],
  ['notify_wrong_merchant', true, { psnAcctMerchantId: 'SBX9999' }],
  ['notify_wrong_order', true, { outTradeNo: 'XRDER0001' }],
  ['notify_bad_sign', false, {}],
  ['notify_tampered', false, { amount: '158.01' }],
  ['notify_foreign_cert', false, {}],
])('%s: signed %s', async (kind, signed, content) => {
  sandbox.control.faults.add({ provider: 'medical-account', kind, match: { outTradeNo: 'ORDER0001' } });
  await pay();
  expect(told()[0]).toMatchObject({ signed, data: content });
});

test('one that must be refused and is not becomes a violation; a stale one is old', async () => {
  sandbox.control.faults.add({ provider: 'medical-account', kind: 'notify_stale', match: { outTradeNo: 'ORDER0001' } });
  await pay();
  expect(told()[0]).toMatchObject({ signed: true, top: { timestamp: String(START_MS - 600_000) } });
  const row = sandbox.control.medicalAccount.notifications.list().at(-1);
  expect(row?.attempts[0]?.violation).toContain('notify_stale');
});
