import { X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, makeFreshKeys, type Sandbox, type SandboxKeys } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { openReceiver } from '../testing/shop.ts';
import { acpCall, paymentFields, trusted } from '../testing/unionpay-shop.ts';
import type { Fields } from './signing.ts';

const MINUTE = 60_000;
/** Finding primes takes as long as chance wants. */
const KEY_TIMEOUT_MS = 60_000;
/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let keys: SandboxKeys;
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(() => {
  keys = makeFreshKeys();
}, KEY_TIMEOUT_MS);
beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys, clock, seed: 3, controlApi: true, signTestProbes: false });
  receiver = await openReceiver();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function paid(orderId = 'ORDER0001'): Promise<void> {
  await acpCall(sandbox, 'front', paymentFields(orderId, { backUrl: receiver.url }));
  sandbox.control.unionpay.orders.act(orderId, 'pay');
  await sandbox.control.settle();
}
const forms = (): Fields[] => receiver.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('fresh keys make a chain of root, middle and signing certificate', () => {
  const { rootCertificatePem, middleCertificatePem = '', signing, merchant } = keys.unionpay;
  const [root, middle, signer, shop] = [
    rootCertificatePem,
    middleCertificatePem,
    signing.certificatePem,
    merchant.certificatePem,
  ].map((pem) => new X509Certificate(pem)) as [X509Certificate, X509Certificate, X509Certificate, X509Certificate];
  expect([root.ca, middle.ca, signer.ca, shop.ca]).toEqual([true, true, false, false]);
  expect(root.verify(root.publicKey) && middle.verify(root.publicKey)).toBe(true);
  expect(signer.verify(middle.publicKey) && shop.verify(middle.publicKey)).toBe(true);
  expect(middle.checkIssued(root) && signer.checkIssued(middle)).toBe(true);
  expect(BigInt(`0x${shop.serialNumber}`).toString()).toBe(merchant.certId);
});

test('a payment is told with every field', async () => {
  await paid();
  const [form = {}] = forms();
  expect(form).toMatchObject({
    ...{ version: '5.1.0', encoding: 'UTF-8', signMethod: '01', accessType: '0', bizType: '000201' },
    ...{ txnType: '01', txnSubType: '01', orderId: 'ORDER0001', txnAmt: '15800', currencyCode: '156' },
    ...{ respCode: '00', settleAmt: '15800', settleCurrencyCode: '156', merId: keys.unionpay.merId },
    settleDate: expect.stringMatching(/^\d{4}$/),
    traceNo: expect.stringMatching(/^\d{6}$/),
    traceTime: expect.stringMatching(/^\d{10}$/),
    queryId: expect.stringMatching(/^\d{21}$/),
  });
  expect(trusted(sandbox, form)).toBe(true);
});

test('a failed payment is not told, a refund is', async () => {
  await acpCall(sandbox, 'front', paymentFields('ORDER0001', { backUrl: receiver.url }));
  const { queryId = '' } = sandbox.control.unionpay.orders.act('ORDER0001', 'balance-short');
  await sandbox.control.settle();
  expect(forms()).toEqual([]);
  sandbox.control.unionpay.orders.act('ORDER0001', 'pay');
  await acpCall(sandbox, 'back', {
    ...{ txnType: '04', txnSubType: '00', bizType: '000201', channelType: '08', currencyCode: '156' },
    ...{ orderId: 'REFUND01', txnAmt: '800', origQryId: queryId, backUrl: receiver.url },
  });
  await sandbox.clock.advance(3000);
  expect(forms()).toMatchObject([
    { txnType: '01', queryId },
    { txnType: '04', orderId: 'REFUND01', txnAmt: '800', origQryId: queryId, respCode: '00' },
  ]);
});

test('a receiver that never accepts is asked five times, after 1, 2, 4 and 5 minutes', async () => {
  receiver.status = 500;
  await paid();
  const counts = [receiver.received.length];
  for (const minutes of [1, 2, 4, 5, 600]) {
    await sandbox.clock.advance(minutes * MINUTE - 1);
    expect(receiver.received).toHaveLength(minutes === 600 ? 5 : (counts.at(-1) ?? 0));
    await sandbox.clock.advance(1);
    counts.push(receiver.received.length);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
  expect(sandbox.control.unionpay.notifications.list()).toMatchObject([{ state: 'given-up' }]);
});

test.each([
  [200, 'delivered'],
  [302, 'delivered'],
  [204, 'pending'],
  [400, 'pending'],
])('an answer of %d leaves it %s', async (status, state) => {
  receiver.status = status;
  await paid();
  expect(sandbox.control.unionpay.notifications.list()).toMatchObject([{ state }]);
});

describe('under a fault', () => {
  const under = async (kind: FaultKind): Promise<Fields> => {
    sandbox.control.faults.add({ provider: 'unionpay', call: 'notify', kind });
    receiver.status = 500;
    await paid();
    return forms()[0] ?? {};
  };
  test.each<FaultKind>([
    'notify_bad_sign',
    'notify_tampered',
    'notify_no_cert',
    'notify_foreign_cert',
    'notify_expired_cert',
    'notify_wrong_cn',
    'notify_plus_as_space',
  ])('%s is not to be trusted, the next one is', async (kind) => {
    const first = await under(kind);
    const unreadable = kind === 'notify_plus_as_space';
    expect(unreadable ? first.signature?.includes('+') : trusted(sandbox, first)).toBe(false);
    await sandbox.clock.advance(MINUTE);
    expect(
      forms()
        .slice(1)
        .map((form) => trusted(sandbox, form)),
    ).toEqual([true]);
  });

  test('expired and wrongly named certificates come from the true issuer, so only that check finds them', async () => {
    const middle = new X509Certificate(keys.unionpay.middleCertificatePem ?? '');
    const expired = new X509Certificate((await under('notify_expired_cert')).signPubKeyCert ?? '');
    expect(expired.verify(middle.publicKey)).toBe(true);
    expect(Date.parse(expired.validTo)).toBeLessThan(sandbox.clock.now());
    sandbox.control.faults.add({ provider: 'unionpay', kind: 'notify_wrong_cn' });
    await paid('ORDER0002');
    const renamed = new X509Certificate(forms().at(-1)?.signPubKeyCert ?? '');
    expect(renamed.verify(middle.publicKey)).toBe(true);
    expect(renamed.subject).toContain('00049999:SHOP');
  });

  test.each<[FaultKind, Fields]>([
    ['notify_wrong_amount', { txnAmt: '15801' }],
    ['notify_wrong_currency', { currencyCode: '840' }],
    ['notify_wrong_merchant', { merId: '777290999999999' }],
    ['notify_wrong_order', { orderId: 'XRDER0001' }],
  ])('%s is signed well and says something wrong', async (kind, wrong) => {
    const first = await under(kind);
    expect(first).toMatchObject(wrong);
    expect(trusted(sandbox, first)).toBe(true);
  });
});
