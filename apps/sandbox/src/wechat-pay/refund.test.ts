import { constants, publicEncrypt } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { openReceiver, orderBody, payCall } from '../testing/shop.ts';

const REFUNDS = '/v3/refund/domestic/refunds';
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), seed: 4, controlApi: true, signTestProbes: false });
  receiver = await openReceiver();
  await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, 'ORDER0001'));
  sandbox.control.orders.act('ORDER0001', 'pay');
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const refund = (number: string, fen: number, more: Record<string, unknown> = {}) =>
  payCall(sandbox, 'POST', REFUNDS, {
    out_trade_no: 'ORDER0001',
    out_refund_no: number,
    amount: { refund: fen, total: 15800, currency: 'CNY' },
    notify_url: receiver.url,
    ...more,
  });
const refundState = async (number: string) => (await payCall(sandbox, 'GET', `${REFUNDS}/${number}`)).data.status;

test('a refund is PROCESSING, then SUCCESS, is announced, and the order reads REFUND', async () => {
  expect(await refund('R1', 15800)).toMatchObject({
    status: 200,
    data: { status: 'PROCESSING', out_refund_no: 'R1', amount: { refund: 15800, total: 15800 } },
  });
  await sandbox.clock.advance(5000);
  expect(await refundState('R1')).toBe('SUCCESS');
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
    event_type: 'REFUND.SUCCESS',
    resource: { original_type: 'refund' },
  });
  const order = await payCall(sandbox, 'GET', '/v3/pay/transactions/out-trade-no/ORDER0001?mchid=1900000001');
  expect(order.data.trade_state).toBe('REFUND');
});

test('the same number gives the same refund, and with another amount an error', async () => {
  const first = await refund('R1', 5000);
  expect((await refund('R1', 5000)).data.refund_id).toBe(first.data.refund_id);
  expect(await refund('R1', 5001)).toMatchObject({ status: 400, data: { code: 'INVALID_REQUEST' } });
  expect(sandbox.control.refunds.list()).toHaveLength(1);
});

test('parts may not come within a minute nor add up to more than was paid', async () => {
  await refund('R1', 10_000);
  expect(await refund('R2', 5800)).toMatchObject({ status: 429, data: { code: 'FREQUENCY_LIMITED' } });
  await sandbox.clock.advance(60_000);
  expect(await refund('R2', 5801)).toMatchObject({ status: 400, data: { code: 'INVALID_REQUEST' } });
  expect((await refund('R2', 5800)).status).toBe(200);
});

test('the fifty-first part is refused', { timeout: 60_000 }, async () => {
  for (let part = 1; part <= 50; part += 1) {
    expect((await refund(`R${part}`, 100)).status).toBe(200);
    await sandbox.clock.advance(60_000);
  }
  expect(await refund('R51', 100)).toMatchObject({ status: 403, data: { code: 'RULE_LIMIT' } });
});

test.each([
  ['an unpaid or unknown order', { out_trade_no: 'NOBODY01' }, 404],
  ['both numbers', { transaction_id: '4200000000' }, 400],
  ['another total', { amount: { refund: 1, total: 15799, currency: 'CNY' } }, 400],
  ['no currency', { amount: { refund: 1, total: 15800 } }, 400],
  ['an amount of zero', { amount: { refund: 0, total: 15800, currency: 'CNY' } }, 400],
  ['a number with other characters', { out_refund_no: 'R#1' }, 400],
])('refuses %s', async (_name, more, status) => {
  expect((await refund('R1', 100, more)).status).toBe(status);
  expect(sandbox.control.refunds.list()).toEqual([]);
});

test('an abnormal refund waits for the operator, then succeeds', async () => {
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_abnormal' });
  const { data } = await refund('R1', 15800);
  await sandbox.clock.advance(5000);
  expect(await refundState('R1')).toBe('ABNORMAL');
  const apply = (body: object) =>
    payCall(sandbox, 'POST', `${REFUNDS}/${data.refund_id}/apply-abnormal-refund`, { out_refund_no: 'R1', ...body });
  const { publicKeyPem } = sandbox.keys.wechatPay.platformPublicKey;
  const sealed = (text: string) =>
    publicEncrypt({ key: publicKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from(text)).toString(
      'base64',
    );
  const card = {
    type: 'USER_BANK_CARD',
    bank_type: 'ICBC_DEBIT',
    bank_account: sealed('6222'),
    real_name: sealed('张三'),
  };
  expect((await apply({})).data.detail.field).toBe('type');
  expect((await apply({ ...card, bank_type: undefined })).data.detail.field).toBe('bank_type');
  expect((await apply({ ...card, real_name: '张三' })).data.detail.field).toBe('real_name');
  expect(await refundState('R1')).toBe('ABNORMAL');
  const applied = await apply(card);
  expect(applied.data.status).toBe('PROCESSING');
  await sandbox.clock.advance(5000);
  expect(await refundState('R1')).toBe('SUCCESS');
});

test('an empty account answers NOT_ENOUGH once, and the same number works later', async () => {
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_account_empty' });
  expect(await refund('R1', 15800)).toMatchObject({ status: 403, data: { code: 'NOT_ENOUGH' } });
  expect((await refund('R1', 15800)).status).toBe(200);
});

test('a pending refund stays so until it is settled by hand', async () => {
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
  await refund('R1', 15800);
  await sandbox.clock.advance(86_400_000);
  expect(await refundState('R1')).toBe('PROCESSING');
  sandbox.control.refunds.settle('R1', 'CLOSED');
  expect(await refundState('R1')).toBe('CLOSED');
});
