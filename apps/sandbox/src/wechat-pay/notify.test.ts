import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { openReceiver, orderBody, payCall, type Received } from '../testing/shop.ts';
import { platformSignText, rsaVerify } from './signing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

async function start(options: Partial<SandboxOptions> = {}): Promise<void> {
  await sandbox?.close();
  sandbox = await createSandbox({
    port: 0,
    keys: keysFromVectors(),
    seed: 3,
    controlApi: true,
    signTestProbes: false,
    ...options,
  });
}

beforeEach(async () => {
  await start();
  receiver = await openReceiver();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function paidOrder(number = 'ORDER0001'): Promise<void> {
  await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, number, { notify_url: receiver.url }));
  sandbox.control.orders.act(number, 'pay');
}

function signatureFits({ headers, body }: Received): boolean {
  const header = (name: string) => String(headers[name]);
  const text = platformSignText(header('wechatpay-timestamp'), header('wechatpay-nonce'), Buffer.from(body));
  return rsaVerify(sandbox.keys.wechatPay.platformPublicKey.publicKeyPem, text, header('wechatpay-signature'));
}

describe('the schedule', () => {
  test('a receiver that never accepts is asked 16 times in 24 hours and 4 minutes, with one id', async () => {
    receiver.status = 500;
    await paidOrder();
    await sandbox.control.settle();
    expect(receiver.received).toHaveLength(1);
    await sandbox.clock.advance(15_000);
    expect(receiver.received).toHaveLength(2);
    await sandbox.clock.advance(15_000 + 30_000);
    expect(receiver.received).toHaveLength(4);
    await sandbox.clock.advance(24 * HOUR + 4 * MINUTE);
    expect(receiver.received).toHaveLength(16);
    await sandbox.clock.advance(48 * HOUR);
    expect(receiver.received).toHaveLength(16);
    expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect(sandbox.control.notifications.list()[0]?.state).toBe('given-up');
  });

  test.each([
    [200, 1],
    [204, 1],
    [302, 2],
    [404, 2],
  ])('an answer of %d leads to %d sends', async (status, sends) => {
    receiver.status = status;
    await paidOrder();
    await sandbox.clock.advance(20_000);
    expect(receiver.received).toHaveLength(sends);
  });

  test('an address where nobody listens is tried again', async () => {
    await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, 'ORDER0001'));
    sandbox.control.orders.act('ORDER0001', 'pay');
    await sandbox.clock.advance(20_000);
    const [row] = sandbox.control.notifications.list();
    expect(row?.attempts).toHaveLength(2);
    expect(row?.attempts[0]).toMatchObject({ accepted: false, error: expect.any(String) });
  });

  test('only a payment is announced, and only once', async () => {
    await paidOrder();
    sandbox.control.orders.act('ORDER0001', 'pay');
    await sandbox.control.settle();
    expect(sandbox.control.notifications.list()).toHaveLength(1);
  });
});

describe('faults', () => {
  /** Pays one order under a fault and returns what the receiver got at once and after the first retry. */
  const payUnder = async (kind: FaultKind, args?: Record<string, unknown>): Promise<Received[]> => {
    receiver.status = 500;
    sandbox.control.faults.add({
      provider: 'wechat-pay',
      call: 'notify',
      kind,
      args,
      match: { outTradeNo: 'ORDER0001' },
    });
    await paidOrder();
    await sandbox.control.settle();
    return receiver.received;
  };

  test.each<FaultKind>(['notify_bad_sign', 'notify_tampered', 'notify_foreign_cert'])(
    '%s fails verification, the retry is good',
    async (kind) => {
      const [first] = await payUnder(kind);
      if (!first) throw new Error('nothing was sent');
      const known = first.headers['wechatpay-serial'] === sandbox.keys.wechatPay.platformPublicKey.publicKeyId;
      expect(known && signatureFits(first)).toBe(false);
      await sandbox.clock.advance(15_000);
      expect(receiver.received.map(signatureFits)).toEqual([false, true]);
    },
  );

  test('notify_stale is signed well but ten minutes old', async () => {
    const [first] = await payUnder('notify_stale');
    if (!first) throw new Error('nothing was sent');
    expect(signatureFits(first)).toBe(true);
    expect(sandbox.clock.now() / 1000 - Number(first.headers['wechatpay-timestamp'])).toBeGreaterThan(590);
  });

  test('a receiver that accepts a bad signature is reported', async () => {
    sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'notify_bad_sign' });
    await paidOrder();
    await sandbox.control.settle();
    expect(sandbox.control.notifications.list()[0]?.attempts[0]?.violation).toMatch(/had to refuse/);
  });

  test.each<FaultKind>([
    'notify_wrong_amount',
    'notify_wrong_currency',
    'notify_wrong_merchant',
    'notify_wrong_appid',
    'notify_wrong_order',
  ])('%s is correctly signed', async (kind) => {
    const sent = await payUnder(kind);
    expect(sent.map(signatureFits)).toEqual([true]);
    expect(sandbox.control.notifications.list()[0]?.attempts[0]?.kind).toBe(kind);
  });

  test('notify_dup sends the same event several times at once', async () => {
    const sent = await payUnder('notify_dup', { copies: 3 });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  test('notify_lost sends nothing until the retry', async () => {
    expect(await payUnder('notify_lost')).toEqual([]);
    await sandbox.clock.advance(15_000);
    expect(receiver.received).toHaveLength(1);
  });

  test('notify_late waits', async () => {
    expect(await payUnder('notify_late', { delayMs: HOUR })).toEqual([]);
    await sandbox.clock.advance(HOUR);
    expect(receiver.received).toHaveLength(1);
  });

  test('notify_replay sends the very same message again later', async () => {
    sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'notify_replay' });
    await paidOrder();
    await sandbox.clock.advance(11 * MINUTE);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['wechatpay-signature']).toBe(first?.headers['wechatpay-signature']);
  });

  test('a fault for one order leaves another alone', async () => {
    sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'notify_lost', match: { outTradeNo: 'ORDER0009' } });
    await paidOrder();
    await sandbox.control.settle();
    expect(receiver.received).toHaveLength(1);
  });

  test('a payment after the close is announced although the close was answered', async () => {
    sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'late_pay_after_close' });
    await payCall(
      sandbox,
      'POST',
      '/v3/pay/transactions/h5',
      orderBody(sandbox, 'ORDER0001', { notify_url: receiver.url }),
    );
    const target = '/v3/pay/transactions/out-trade-no/ORDER0001';
    expect((await payCall(sandbox, 'POST', `${target}/close`, { mchid: '1900000001' })).status).toBe(204);
    expect((await payCall(sandbox, 'GET', `${target}?mchid=1900000001`)).data.trade_state).toBe('CLOSED');
    await sandbox.clock.advance(1000);
    expect((await payCall(sandbox, 'GET', `${target}?mchid=1900000001`)).data.trade_state).toBe('SUCCESS');
    expect(receiver.received).toHaveLength(1);
  });

  test('a payment between query and close makes the close answer ORDERPAID', async () => {
    sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'pay_between_query_and_close' });
    await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, 'ORDER0001'));
    const closed = await payCall(sandbox, 'POST', '/v3/pay/transactions/out-trade-no/ORDER0001/close', {
      mchid: '1900000001',
    });
    expect(closed).toMatchObject({ status: 400, data: { code: 'ORDERPAID' } });
  });
});

describe('by hand', () => {
  test('held notifications wait for their release', async () => {
    sandbox.control.notifications.hold();
    await paidOrder();
    await sandbox.clock.advance(HOUR);
    expect(receiver.received).toEqual([]);
    sandbox.control.notifications.release();
    await sandbox.control.settle();
    expect(receiver.received).toHaveLength(1);
  });
  test('a delivered one can be sent again, a dropped one is not sent', async () => {
    await paidOrder('ORDER0001');
    await sandbox.control.settle();
    const id = sandbox.control.notifications.list()[0]?.id ?? '';
    await sandbox.control.notifications.resend(id);
    expect(receiver.received).toHaveLength(2);
    receiver.status = 500;
    await paidOrder('ORDER0002');
    await sandbox.control.settle();
    sandbox.control.notifications.drop(sandbox.control.notifications.list()[1]?.id ?? '');
    await sandbox.clock.advance(HOUR);
    expect(receiver.received).toHaveLength(3);
  });
});

test('probes carry a SIGNTEST signature that does not fit, beside the true message', async () => {
  await start({ signTestProbes: true, seed: 5 });
  receiver.status = 500;
  await payCall(
    sandbox,
    'POST',
    '/v3/pay/transactions/h5',
    orderBody(sandbox, 'ORDER0001', { notify_url: receiver.url }),
  );
  sandbox.control.orders.act('ORDER0001', 'pay');
  await sandbox.control.settle();
  for (let i = 0; i < 200 && !receiver.received.some((sent) => !signatureFits(sent)); i += 1) {
    const number = `PROBE${String(i).padStart(4, '0')}`;
    await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, number, { notify_url: receiver.url }));
    sandbox.control.orders.act(number, 'pay');
    await sandbox.control.settle();
  }
  const probes = receiver.received.filter((sent) => !signatureFits(sent));
  expect(probes).toHaveLength(1);
  expect(probes[0]?.headers['wechatpay-signature']).toMatch(/^WECHATPAY\/SIGNTEST\//);
  const id = JSON.parse(probes[0]?.body ?? '{}').id;
  expect(receiver.received.filter((sent) => JSON.parse(sent.body).id === id).map(signatureFits)).toEqual([false, true]);
});

test('in certificate mode notifications name the platform certificate', async () => {
  await start({ notifyKey: 'certificate' });
  await paidOrder();
  await sandbox.control.settle();
  expect(receiver.received[0]?.headers['wechatpay-serial']).toBe(sandbox.keys.wechatPay.platformCertificate.serialNo);
});

test('while keys are changed, both sign by turns, and each send names its own', async () => {
  const { platformPublicKey, platformCertificate } = sandbox.keys.wechatPay;
  sandbox.control.notifyKey.set('mixed');
  receiver.status = 500;
  await paidOrder();
  await sandbox.clock.advance(24 * HOUR);
  const serials = new Set(receiver.received.map(({ headers }) => headers['wechatpay-serial']));
  expect(serials).toEqual(new Set([platformPublicKey.publicKeyId, platformCertificate.serialNo]));
  expect(receiver.received.every(signatureFits)).toBe(true);
});
