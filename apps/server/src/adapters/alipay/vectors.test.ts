import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formFields } from '../form-fields.ts';
import { signedNode } from './answer-node.ts';
import { type AlipayAdapter, createAlipay } from './create-alipay.ts';
import { isSigned, sign, signText } from './rsa2.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/alipay-rsa2.json', import.meta.url), 'utf8'),
);
const appKey = createPrivateKey(vectors.app.private_key_pem);
const alipayPublicKey = createPublicKey(vectors.alipay.public_key_pem);
const alipayKey = createPrivateKey(vectors.alipay.private_key_pem_for_the_sandbox);
const sellerId: string = vectors.async_notify.fields.seller_id;

function pay(given: { appId?: string; sellerId?: string; nowMs?: number } = {}): AlipayAdapter {
  return createAlipay({
    gateway: 'http://127.0.0.1:1/gateway.do',
    appId: given.appId ?? vectors.app_id,
    appPrivateKeyPem: vectors.app.private_key_pem,
    alipayPublicKeyPems: [vectors.alipay.public_key_pem],
    sellerId: given.sellerId ?? sellerId,
    clock: { now: () => given.nowMs ?? Date.parse('2026-01-01T08:00:00+08:00') },
    log: { info() {}, warn() {}, error() {} },
  });
}

/** The same text with one bit of the character at `index` turned round. */
function flipped(text: string, index: number): string {
  const bytes = Buffer.from(text);
  bytes[index] = (bytes[index] as number) ^ 1;
  return bytes.toString();
}

function noticeOf(fields: Record<string, string>) {
  const signature = sign(signText(fields, 'message'), alipayKey);
  return { headers: {}, body: Buffer.from(new URLSearchParams({ ...fields, sign: signature }).toString()) };
}

test('a request: the signed text and the signature, with sign_type in it', () => {
  const { input, string_to_sign: text, sign: signature } = vectors.request_wap_pay;
  expect(signText(input, 'request')).toBe(text);
  expect(sign(text, appKey)).toBe(signature);
  expect(signText({ ...input, app_auth_token: '' }, 'request')).toBe(text);
  expect(sign(flipped(text, 100), appKey)).not.toBe(signature);
});

test('the page address carries the order and a signature over what it carries', async () => {
  const made = await pay().create({
    merchantOrderNo: 'HMB20260101000002',
    placedAtMs: Date.parse('2026-01-01T08:00:00+08:00'),
    amountFen: 15_800,
    description: '补充医疗/保险=基础&版',
    expiresAtMs: Date.parse('2026-01-01T08:30:00+08:00'),
    notifyUrl: 'https://shop.example.cn/hmb-js26/api/alipay/notify',
    clientAddress: '203.0.113.7',
    way: {
      kind: 'redirect',
      returnUrl: 'https://shop.example.cn/pay/alipay/return',
      quitUrl: 'https://shop.example.cn/#/pay?orderNo=1',
    },
  });
  const fields = formFields(new URL((made as { handle: string }).handle).search.slice(1));
  expect(fields).toMatchObject({
    app_id: vectors.app_id,
    method: 'alipay.trade.wap.pay',
    timestamp: '2026-01-01 08:00:00',
    return_url: 'https://shop.example.cn/pay/alipay/return',
  });
  expect(JSON.parse(fields?.biz_content as string)).toEqual({
    out_trade_no: 'HMB20260101000002',
    total_amount: '158.00',
    subject: '补充医疗 保险 基础 版',
    product_code: 'QUICK_WAP_WAY',
    quit_url: 'https://shop.example.cn/#/pay?orderNo=1',
    time_expire: '2026-01-01 08:30:00',
  });
  const publicKey = createPublicKey(vectors.app.public_key_pem);
  expect(isSigned(signText(fields ?? {}, 'request'), fields?.sign, publicKey)).toBe(true);
});

test('an address to leave by that is too long for Alipay goes without what was handed on', async () => {
  const order = {
    ...{ merchantOrderNo: 'HMB20260101000003', placedAtMs: Date.parse('2026-01-01T08:00:00+08:00'), amountFen: 15_800 },
    ...{ description: '补充医疗', expiresAtMs: Date.parse('2026-01-01T08:30:00+08:00'), clientAddress: '203.0.113.7' },
    notifyUrl: 'https://shop.example.cn/hmb-js26/api/alipay/notify',
  };
  const left = async (kept: string) => {
    const quitUrl = `https://shop.example.cn/#/pay?orderNo=JS1${kept}`;
    const way = { kind: 'redirect', returnUrl: 'https://shop.example.cn/pay/alipay/return', quitUrl } as const;
    const made = await pay().create({ ...order, way });
    const fields = formFields(new URL((made as { handle: string }).handle).search.slice(1));
    return JSON.parse(fields?.biz_content as string).quit_url;
  };
  expect(await left('&shareCode=S1')).toBe('https://shop.example.cn/#/pay?orderNo=JS1&shareCode=S1');
  expect(await left(`&shareCode=${'S'.repeat(128)}&agentCode=${'A'.repeat(128)}&area=${'X'.repeat(128)}`)).toBe(
    'https://shop.example.cn/#/pay?orderNo=JS1',
  );
});

test('an answer: the raw text of the node is what is signed, and one flipped byte fails', () => {
  const { raw_body: body, response_key: name, string_to_verify: text } = vectors.sync_response;
  const node = signedNode(body, name);
  expect(node?.raw).toBe(text);
  expect(isSigned(text, node?.sign, alipayPublicKey)).toBe(true);
  for (let index = 0; index < text.length; index += 7) {
    expect(isSigned(flipped(text, index), node?.sign, alipayPublicKey)).toBe(false);
  }
  const signature = node?.sign as string;
  expect(isSigned(text, `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`, alipayPublicKey)).toBe(false);
  for (const wrong of [null, '', 7, 'not base64!']) expect(isSigned(text, wrong, alipayPublicKey)).toBe(false);
});

test.each([
  ['{"a_response":{"x":"}\\",\\"sign\\":"},"sign":"s"}', '{"x":"}\\",\\"sign\\":"}'],
  [' { "sign" : "s" , "a_response" : { "x" : [ {"y":1}, 2 ] } } ', '{ "x" : [ {"y":1}, 2 ] }'],
  ['{"n":-1.5e3,"t":true,"a_response":{},"sign":"s"}', '{}'],
])('the node is cut out of %s as it stands', (text, raw) => {
  expect(signedNode(text, 'a_response')).toEqual({ raw, sign: 's' });
});

test.each([
  '{"a_response":{"x":1},"a_response":{"x":2},"sign":"s"}',
  '{"a_response":{"x":1},"sign":"s","sign":"t"}',
  '{"x":{"a_response":{}},"sign":"s"}',
  '{"a_response":"{}","sign":"s"}',
  '["a_response",{}]',
  '{"a_response":{}',
])('no node is taken from %s', (text) => {
  expect(signedNode(text, 'a_response')).toBeNull();
});

test('a notice: believed as it came, and with one flipped byte anywhere refused', async () => {
  const { form_body: body, string_to_verify: text, fields } = vectors.async_notify;
  expect(signText(formFields(body) ?? {}, 'message')).toBe(text);
  expect(await pay().verifyNotice({ headers: {}, body: Buffer.from(body) })).toEqual({
    kind: 'paid',
    noticeId: fields.notify_id,
    evidence: {
      merchantOrderNo: 'HMB20260101000002',
      providerTxn: '2026010122001400000000000001',
      amountFen: 15_800,
      currency: 'CNY',
      paidAtMs: Date.parse('2026-01-01T08:01:02+08:00'),
      payerId: '2088000000000001',
    },
  });
  for (let index = 0; index < body.length; index += 11) {
    const changed = flipped(body, index);
    const after = formFields(changed);
    // `sign_type` is not covered, and the letters of a percent sign may be written either way.
    if (after && after.sign === formFields(body)?.sign && signText(after, 'message') === text) continue;
    const read = await pay().verifyNotice({ headers: {}, body: Buffer.from(changed) });
    expect(read, `byte ${index}`).toMatchObject({ kind: 'refused', reason: 'signature' });
  }
});

test('a genuine notice for another app, another seller or with a strange amount is refused', async () => {
  const body = Buffer.from(vectors.async_notify.form_body);
  const notice = { headers: {}, body };
  expect(await pay({ appId: '2021000000000002' }).verifyNotice(notice)).toMatchObject({ reason: 'app' });
  expect(await pay({ sellerId: '2088000000000999' }).verifyNotice(notice)).toMatchObject({ reason: 'merchant' });
  for (const total_amount of ['158', '158.0', '158.00'])
    expect(await pay().verifyNotice(noticeOf({ ...vectors.async_notify.fields, total_amount }))).toMatchObject({
      evidence: { amountFen: 15_800 },
    });
  for (const total_amount of ['158.001', '-158.00', '1,158.00', '0.00', '1e3', ''])
    expect(await pay().verifyNotice(noticeOf({ ...vectors.async_notify.fields, total_amount }))).toMatchObject({
      kind: 'refused',
      reason: 'content',
    });
});

test('a refund is told with the status of the trade and is no second payment', async () => {
  const refunded = { out_biz_no: 'R1', refund_fee: '8.00', gmt_refund: '2026-01-02 09:00:00.123' };
  for (const trade_status of ['TRADE_SUCCESS', 'TRADE_CLOSED']) {
    const notice = noticeOf({ ...vectors.async_notify.fields, ...refunded, trade_status });
    expect(await pay().verifyNotice(notice)).toMatchObject({
      kind: 'refund',
      refundNo: 'R1',
      // The sum it names is that of all refunds of the trade.
      result: { kind: 'settled', settledAtMs: Date.parse('2026-01-02T09:00:00+08:00'), refundFen: null },
    });
  }
  const closed = noticeOf({ ...vectors.async_notify.fields, gmt_payment: '', trade_status: 'TRADE_CLOSED' });
  expect(await pay().verifyNotice(closed)).toMatchObject({ kind: 'nothing' });
});

test('the browser’s return: our number when signed, nothing when a byte was changed', () => {
  const { query } = vectors.return_url;
  const numberOf = pay().browserReturn?.merchantOrderNoOf ?? (() => '');
  expect(numberOf(query)).toBe('HMB20260101000002');
  expect(numberOf(query.replace('HMB20260101000002', 'HMB20260101000003'))).toBeNull();
  expect(numberOf(query.replace('158.00', '1.00'))).toBeNull();
  expect(numberOf(`${query}&out_trade_no=HMB20260101000003`)).toBeNull();
  expect(numberOf('')).toBeNull();
  expect(numberOf('%')).toBeNull();
  expect(pay({ sellerId: '2088000000000999' }).browserReturn?.merchantOrderNoOf(query)).toBeNull();
});
