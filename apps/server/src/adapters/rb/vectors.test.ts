import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createKeyRing } from '../key-ring.ts';
import { createRb, type RbAdapter, type RbOptions } from './create-rb.ts';
import { distrust, sign } from './signature.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/rb-profile.json', import.meta.url), 'utf8'),
);
const { key: secret } = vectors;
const channelCode: string = vectors.headers['X-RB-Channel'];
const NOW_MS = Number(vectors.headers['X-RB-Timestamp']) * 1000;
const headers = Object.fromEntries(
  Object.entries<string>(vectors.headers).map(([name, value]) => [name.toLowerCase(), value]),
);

function pay(change: Partial<RbOptions> = {}): RbAdapter {
  return createRb({
    baseUrl: 'https://rb.example.cn',
    channelCode,
    secrets: [secret],
    clock: { now: () => NOW_MS },
    random: { bytes: (size) => Buffer.alloc(size), below: () => 0 },
    log: { info() {}, warn() {}, error() {} },
    ...change,
  });
}

function noticeOf(content: Record<string, unknown>, change: Record<string, string> = {}) {
  const body = Buffer.from(JSON.stringify(content));
  const timestamp = String(NOW_MS / 1000);
  const signature = sign(secret, timestamp, 'n', body);
  return {
    headers: {
      'x-rb-channel': channelCode,
      'x-rb-timestamp': timestamp,
      'x-rb-nonce': 'n',
      'x-rb-sign': signature,
      ...change,
    },
    body,
  };
}

test('signed byte for byte as in the example, and with one flipped byte anywhere refused', () => {
  const body = Buffer.from(vectors.body);
  const { 'X-RB-Timestamp': timestamp, 'X-RB-Nonce': nonce, 'X-RB-Sign': signature } = vectors.headers;
  expect(sign(secret, timestamp, nonce, body)).toBe(signature);
  const told = { setting: 'RB_SECRET', log: { info() {}, warn() {}, error() {} } };
  const channelOf = (...secrets: string[]) => ({ channelCode, secrets: createKeyRing(secrets, told) });
  const channel = channelOf(secret);
  expect(distrust(headers, body, channel, NOW_MS)).toBeNull();
  for (let at = 0; at < body.length; at++) {
    const spoiled = Buffer.from(body);
    spoiled[at] = (spoiled[at] ?? 0) ^ 1;
    expect(distrust(headers, spoiled, channel, NOW_MS), `byte ${at}`).toBe('signature');
  }
  for (const [name, value, problem] of [
    ['x-rb-nonce', 'abcdef0123456788', 'signature'],
    ['x-rb-timestamp', '1767225601', 'signature'],
    ['x-rb-timestamp', 'soon', 'unsigned'],
    ['x-rb-sign', `${signature.slice(0, -1)}5`, 'signature'],
    ['x-rb-sign', signature.toUpperCase(), 'unsigned'],
    ['x-rb-sign', '', 'unsigned'],
    ['x-rb-channel', 'SBXRB02', 'merchant'],
  ] as const) {
    expect(distrust({ ...headers, [name]: value }, body, channel, NOW_MS), `${name} ${value}`).toBe(problem);
  }
  expect(distrust(headers, body, channelOf(`${secret}x`), NOW_MS)).toBe('signature');
  expect(distrust(headers, body, channel, NOW_MS + 301_000)).toBe('stale');
});

const PAID = {
  notifyId: 'RBN1',
  type: 'PAY',
  outTradeNo: 'HMB20260101000006',
  payOrderNo: 'RB1',
  amount: 15_800,
  status: 'PAID',
  time: '20260101080102',
};
const REFUNDED = { ...PAID, type: 'REFUND', status: 'REFUNDED', refundNo: 'R1', rbRefundNo: 'RBR1', amount: 800 };

test('notices: a payment, a refund that ended either way, and what cannot be told apart', async () => {
  expect(await pay().verifyNotice(noticeOf(PAID))).toEqual({
    kind: 'paid',
    noticeId: 'RBN1',
    evidence: {
      merchantOrderNo: 'HMB20260101000006',
      providerTxn: 'RB1',
      amountFen: 15_800,
      currency: 'CNY',
      paidAtMs: Date.parse('2026-01-01T08:01:02+08:00'),
      payerId: null,
    },
  });
  const settledAtMs = Date.parse('2026-01-01T08:01:02+08:00');
  expect(await pay().verifyNotice(noticeOf(REFUNDED))).toEqual({
    kind: 'refund',
    noticeId: 'RBN1',
    refundNo: 'R1',
    result: { kind: 'settled', providerRefundNo: 'RBR1', settledAtMs, refundFen: 800 },
  });
  expect(await pay().verifyNotice(noticeOf({ ...REFUNDED, status: 'FAILED' }))).toMatchObject({
    result: { kind: 'closed' },
  });
  expect(await pay().verifyNotice(noticeOf({ ...REFUNDED, refundNo: undefined }))).toMatchObject({ kind: 'nothing' });
});

test.each<[string, Record<string, unknown>]>([
  ['no notifyId', { ...PAID, notifyId: '' }],
  ['an unknown type', { ...PAID, type: 'CLOSE' }],
  ['a payment that is none', { ...PAID, status: 'WAIT' }],
  ['an amount as a text', { ...PAID, amount: '15800' }],
  ['no amount', { ...PAID, amount: 0 }],
  ['a time in another form', { ...PAID, time: '2026-01-01 08:01:02' }],
  ['a number that is none', { ...PAID, outTradeNo: '../1' }],
  ['a refund in an unknown state', { ...REFUNDED, status: 'SOON' }],
])('a genuine notice with %s is refused', async (_name, content) => {
  expect(await pay().verifyNotice(noticeOf(content))).toMatchObject({ kind: 'refused', reason: 'content' });
});

test('a genuine notice for another channel is refused', async () => {
  expect(await pay().verifyNotice(noticeOf(PAID, { 'x-rb-channel': 'SBXRB02' }))).toMatchObject({ reason: 'merchant' });
});
