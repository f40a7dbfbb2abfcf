import { createPrivateKey, createPublicKey, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createKeyRing } from '../key-ring.ts';
import { createLakala, type LakalaAdapter, type LakalaOptions } from './create-lakala.ts';
import { authorizationHeader, distrustAnswer, requestText } from './signature.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/lakala.json', import.meta.url), 'utf8'),
);
const { appid: appId, merchant, platform, request, response, notification } = vectors;
const told = JSON.parse(notification.body);
const TOLD_AT_MS = 1_767_225_663_000;
const platformKey = createPrivateKey(platform.private_key_pem_for_the_sandbox);

function pay(change: Partial<LakalaOptions> = {}): LakalaAdapter {
  return createLakala({
    baseUrl: 'https://s2.example.cn',
    appId,
    merchantNo: told.merchant_no,
    termNo: told.term_no,
    merchantSerialNo: merchant.serial_no,
    merchantPrivateKeyPem: merchant.private_key_pem,
    platformCertificatePems: [platform.certificate_pem],
    requestIp: '203.0.113.9',
    absentCodes: [],
    clock: { now: () => TOLD_AT_MS },
    random: { bytes: (size) => Buffer.alloc(size), below: () => 0 },
    log: { info() {}, warn() {}, error() {} },
    ...change,
  });
}

/** Signed as the platform would, now. */
function noticeOf(content: Record<string, unknown>, atMs = TOLD_AT_MS) {
  const body = JSON.stringify(content);
  const timestamp = String(atMs / 1000);
  const signature = createSign('RSA-SHA256').update(`${timestamp}\nn\n${body}\n`).sign(platformKey, 'base64');
  const authorization = `LKLAPI-SHA256withRSA timestamp="${timestamp}",nonce_str="n",signature="${signature}"`;
  return { headers: { authorization }, body: Buffer.from(body) };
}

function flipped(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
}

test('a request is signed byte for byte as in the example', () => {
  const { timestamp, nonce_str: nonce, body } = request;
  const parts = { appId, serialNo: merchant.serial_no, timestamp, nonce, body };
  const key = createPrivateKey(merchant.private_key_pem);
  expect(requestText(parts)).toBe(request.string_to_sign);
  expect(authorizationHeader(parts, key)).toBe(request.authorization);
  expect(authorizationHeader({ ...parts, body: flipped(body, 40) }, key)).not.toBe(request.authorization);
});

test('an answer: believed as in the example, and with one flipped byte anywhere refused', () => {
  const told = { setting: 'LKL_PLATFORM_CERTIFICATE', log: { info() {}, warn() {}, error() {} } };
  const knownAs = (serialNo: string) => ({
    appId,
    keys: createKeyRing([{ key: createPublicKey(platform.public_key_pem), serialNo }], told),
  });
  const from = knownAs(platform.serial_no);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
  ) as Record<string, string>;
  const body = Buffer.from(response.body);
  const nowMs = Number(headers['lklapi-timestamp']) * 1000;
  expect(distrustAnswer(headers, body, from, nowMs)).toBeNull();
  expect(distrustAnswer(headers, body, knownAs(platform.serial_no.toUpperCase()), nowMs)).toBeNull();
  for (let at = 0; at < body.length; at += 13) {
    const spoiled = Buffer.from(body);
    spoiled[at] = (spoiled[at] ?? 0) ^ 1;
    expect(distrustAnswer(headers, spoiled, from, nowMs), `byte ${at}`).toBe('signature');
  }
  for (const [name, problem] of [
    ['lklapi-appid', 'app'],
    ['lklapi-serial', 'unknown-key'],
    ['lklapi-nonce', 'signature'],
    ['lklapi-signature', 'signature'],
  ] as const) {
    expect(distrustAnswer({ ...headers, [name]: flipped(headers[name] as string, 3) }, body, from, nowMs)).toBe(
      problem,
    );
  }
  expect(distrustAnswer({ ...headers, 'lklapi-signature': undefined }, body, from, nowMs)).toBe('unsigned');
  expect(distrustAnswer(headers, body, from, nowMs + 301_000)).toBe('stale');
});

test('a notice: believed as it came, and with one flipped byte anywhere refused', async () => {
  const headers = { authorization: notification.headers.Authorization };
  expect(await pay().verifyNotice({ headers, body: Buffer.from(notification.body) })).toEqual({
    kind: 'paid',
    noticeId: `${told.pay_order_no}-2-${told.order_trade_info.trade_no}`,
    evidence: {
      merchantOrderNo: 'HMB20260101000005',
      providerTxn: told.order_trade_info.trade_no,
      amountFen: 15_800,
      currency: 'CNY',
      paidAtMs: Date.parse('2026-01-01T08:01:02+08:00'),
      payerId: null,
    },
  });
  const body = Buffer.from(notification.body);
  for (let at = 0; at < body.length; at += 13) {
    const spoiled = Buffer.from(body);
    spoiled[at] = (spoiled[at] ?? 0) ^ 1;
    const read = await pay().verifyNotice({ headers, body: spoiled });
    expect(read, `byte ${at}`).toMatchObject({ kind: 'refused', reason: 'signature' });
  }
  const { authorization } = headers;
  for (const [header, reason] of [
    [authorization.replace('ntfy00nonce1', 'ntfy00nonce2'), 'signature'],
    [authorization.replace('1767225663', '1767225664'), 'signature'],
    [authorization.replace(/signature="[^"]+"/, 'signature=""'), 'unsigned'],
    [authorization.replace('LKLAPI', 'LKL'), 'unsigned'],
    ['', 'unsigned'],
  ]) {
    expect(await pay().verifyNotice({ headers: { authorization: header }, body })).toMatchObject({ reason });
  }
  const late = pay({ clock: { now: () => TOLD_AT_MS + 301_000 } });
  expect(await late.verifyNotice({ headers, body })).toMatchObject({ kind: 'refused', reason: 'stale' });
});

test('a genuine notice for another merchant or with strange content is refused; other states say nothing', async () => {
  expect(await pay({ merchantNo: '822000000000009' }).verifyNotice(noticeOf(told))).toMatchObject({
    reason: 'merchant',
  });
  const trade = told.order_trade_info;
  for (const content of [
    { ...told, order_trade_info: { ...trade, trade_amount: 0 } },
    { ...told, order_trade_info: { ...trade, trade_amount: '158.00' } },
    { ...told, order_trade_info: { ...trade, trade_time: 'yesterday' } },
    { ...told, order_trade_info: { ...trade, trade_status: 'F' } },
    { ...told, order_trade_info: { ...trade, trade_type: 'REFUND' } },
    { ...told, order_trade_info: null },
    { ...told, out_order_no: 7 },
    { ...told, pay_order_no: undefined },
  ]) {
    expect(await pay().verifyNotice(noticeOf(content))).toMatchObject({ kind: 'refused', reason: 'content' });
  }
  expect(
    await pay().verifyNotice(noticeOf({ ...told, order_trade_info: { ...trade, trade_amount: '15800' } })),
  ).toMatchObject({
    evidence: { amountFen: 15_800 },
  });
  for (const order_status of ['3', '4', '6'])
    expect(await pay().verifyNotice(noticeOf({ ...told, order_status }))).toMatchObject({ kind: 'nothing' });
});

test('the browser’s return: only our own number, whatever comes along', () => {
  const numberOf = pay().browserReturn?.merchantOrderNoOf ?? (() => '');
  expect(numberOf('no=HMB20260101000005')).toBe('HMB20260101000005');
  expect(numberOf('no=HMB20260101000005&order_status=2&url=https%3A%2F%2Fevil.example')).toBe('HMB20260101000005');
  for (const query of ['', 'no=', 'no=1', 'no=..%2F..%2Fx1234', 'no=%zz', 'no=HMB20260101000005&no=HMB20260101000006'])
    expect(numberOf(query), query).toBeNull();
});

test('a malformed key stops the start', () => {
  expect(() => pay({ platformCertificatePems: ['nonsense'] })).toThrow();
  expect(() => pay({ merchantPrivateKeyPem: 'nonsense' })).toThrow();
});
