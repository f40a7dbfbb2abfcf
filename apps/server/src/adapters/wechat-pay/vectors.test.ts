import { createCipheriv, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createKeyRing } from '../key-ring.ts';
import { createWechatPay, type WechatPayAdapter } from './create-wechat-pay.ts';
import { checkPlatformSignature } from './platform-signature.ts';
import { authorizationHeader, bridgeText, requestText, signText } from './request-signature.ts';
import { openResource } from './sealed-resource.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/wechatpay-v3.json', import.meta.url), 'utf8'),
);
const privateKey = createPrivateKey(vectors.merchant.private_key_pem);
const merchant = { merchantId: vectors.mchid, serialNo: vectors.merchant.serial_no, privateKey };
const { notification } = vectors;
const noticeAtMs = Number(notification.headers['Wechatpay-Timestamp']) * 1000;
const noticeBody = Buffer.from(notification.body);
const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const noticeHeaders = lowerCase(notification.headers);

function pay(
  nowMs: number,
  given: { apiV3Keys?: string[]; appId?: string; merchantId?: string } = {},
): WechatPayAdapter {
  return createWechatPay({
    baseUrl: 'http://127.0.0.1:1',
    appId: given.appId ?? vectors.jsapi_pay_sign.input.appId,
    merchantId: given.merchantId ?? vectors.mchid,
    merchantSerialNo: vectors.merchant.serial_no,
    merchantPrivateKeyPem: vectors.merchant.private_key_pem,
    apiV3Keys: given.apiV3Keys ?? [vectors.api_v3_key],
    publicKeys: [{ id: vectors.wechatpay.public_key_id, pem: vectors.wechatpay.public_key_pem }],
    useCertificates: false,
    clock: { now: () => nowMs },
    random: { bytes: (size) => Buffer.alloc(size, 7), below: () => 0 },
    log: { info() {}, warn() {}, error() {} },
  });
}

/** The same bytes with one bit of the byte at `index` turned round. */
function flipped(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] as number) ^ 1;
  return copy;
}

test.each(['request_post', 'request_get'])('%s: the signed text, the signature and the header fit', (name) => {
  const vector = vectors[name];
  const parts = {
    method: vector.method,
    target: vector.url_path_and_query,
    timestampSeconds: Number(vector.timestamp),
    nonce: vector.nonce_str,
    body: vector.body,
  };
  expect(requestText(parts)).toBe(vector.string_to_sign);
  expect(signText(requestText(parts), privateKey)).toBe(vector.signature);
  expect(authorizationHeader(parts, merchant)).toBe(vector.authorization);
  const otherNonce = `${vector.nonce_str.slice(0, -1)}Z`;
  expect(signText(requestText({ ...parts, nonce: otherNonce }), privateKey)).not.toBe(vector.signature);
});

test('jsapi_pay_sign: the page gets exactly these fields, and one other character gives another signature', () => {
  const { input, string_to_sign: text, paySign } = vectors.jsapi_pay_sign;
  const prepayId = input.package.slice('prepay_id='.length);
  const seconds = Number(input.timeStamp);
  expect(bridgeText({ appId: input.appId, timestampSeconds: seconds, nonce: input.nonceStr, prepayId })).toBe(text);
  expect(pay(0).signBridge(prepayId, input.nonceStr, seconds)).toEqual({ ...input, paySign });
  expect(pay(0).signBridge(`${prepayId.slice(0, -1)}2`, input.nonceStr, seconds).paySign).not.toBe(paySign);
});

test('notification: opened and read as evidence', async () => {
  expect(await pay(noticeAtMs).verifyNotice({ headers: noticeHeaders, body: noticeBody })).toEqual({
    kind: 'paid',
    noticeId: 'EV-2026010108010200001',
    evidence: {
      merchantOrderNo: 'HMB20260101000001',
      providerTxn: '4200000000202601010000000001',
      amountFen: 15800,
      currency: 'CNY',
      paidAtMs: Date.parse('2026-01-01T08:01:02+08:00'),
      payerId: 'oSandboxOpenid000000000001',
    },
  });
});

test('notification: one flipped bit anywhere in body or signature is refused', async () => {
  for (let index = 0; index < noticeBody.length; index += 37) {
    const notice = { headers: noticeHeaders, body: flipped(noticeBody, index) };
    expect(await pay(noticeAtMs).verifyNotice(notice)).toMatchObject({ kind: 'refused', reason: 'signature' });
  }
  const signature = Buffer.from(noticeHeaders['wechatpay-signature'] as string, 'base64');
  const headers = { ...noticeHeaders, 'wechatpay-signature': flipped(signature, 100).toString('base64') };
  expect(await pay(noticeAtMs).verifyNotice({ headers, body: noticeBody })).toMatchObject({ reason: 'signature' });
  const tampered = Buffer.from(notification.negative.tampered_body_must_fail);
  expect(await pay(noticeAtMs).verifyNotice({ headers: noticeHeaders, body: tampered })).toMatchObject({
    kind: 'refused',
  });
});

test('notification: a probe is refused and marked as one', async () => {
  const headers = { ...noticeHeaders, 'wechatpay-signature': notification.negative.probe_signature };
  expect(await pay(noticeAtMs).verifyNotice({ headers, body: noticeBody })).toEqual({
    kind: 'refused',
    reason: 'signature',
    probe: true,
  });
});

test('notification: five minutes either way and not a second more', async () => {
  const read = async (offsetMs: number) =>
    (await pay(noticeAtMs + offsetMs).verifyNotice({ headers: noticeHeaders, body: noticeBody })).kind;
  expect(await read(300_000)).toBe('paid');
  expect(await read(-300_000)).toBe('paid');
  expect(await read(301_000)).toBe('refused');
  expect(await read(-301_000)).toBe('refused');
});

test('notification: while the APIv3 key rotates, both keys open it; neither key alone that is wrong does', async () => {
  const other = 'AnotherApiV3Key0AnotherApiV3Key0';
  const read = (apiV3Keys: string[]) =>
    pay(noticeAtMs, { apiV3Keys }).verifyNotice({ headers: noticeHeaders, body: noticeBody });
  expect(await read([other, vectors.api_v3_key])).toMatchObject({ kind: 'paid' });
  expect(await read([other])).toMatchObject({ kind: 'refused', reason: 'decryption' });
});

test('notification: another merchant’s or app’s money is not ours', async () => {
  const notice = { headers: noticeHeaders, body: noticeBody };
  expect(await pay(noticeAtMs, { merchantId: '1900000002' }).verifyNotice(notice)).toMatchObject({
    reason: 'merchant',
  });
  expect(await pay(noticeAtMs, { appId: 'wx0000sandbox0002' }).verifyNotice(notice)).toMatchObject({ reason: 'app' });
});

/** A notice as the platform makes it, of whatever content. */
function noticeOf(eventType: string, content: object) {
  const sealer = createCipheriv('aes-256-gcm', Buffer.from(vectors.api_v3_key), 'sbxNonce0009');
  sealer.setAAD(Buffer.from('refund'));
  const sealed = Buffer.concat([sealer.update(JSON.stringify(content)), sealer.final(), sealer.getAuthTag()]);
  const resource = {
    ...{ original_type: 'refund', algorithm: 'AEAD_AES_256_GCM', nonce: 'sbxNonce0009', associated_data: 'refund' },
    ciphertext: sealed.toString('base64'),
  };
  const body = Buffer.from(
    JSON.stringify({ id: 'EV-9', event_type: eventType, resource_type: 'encrypt-resource', resource }),
  );
  const platformKey = createPrivateKey(vectors.wechatpay.private_key_pem_for_the_sandbox);
  const timestamp = noticeHeaders['wechatpay-timestamp'];
  const signature = signText(`${timestamp}\nN\n${body}\n`, platformKey);
  return { headers: { ...noticeHeaders, 'wechatpay-nonce': 'N', 'wechatpay-signature': signature }, body };
}

const REFUND = {
  ...{ mchid: vectors.mchid, out_refund_no: 'RJS000000000000000000151', refund_id: '50000000000000000000000000001' },
  ...{ refund_status: 'SUCCESS', success_time: '2026-01-02T09:00:00+08:00' },
  amount: { total: 15_800, refund: 7_900, payer_total: 15_700, payer_refund: 7_850 },
};

test('notification of a refund: the sum that was asked back is told along, not what a coupon left of it', async () => {
  expect(await pay(noticeAtMs).verifyNotice(noticeOf('REFUND.SUCCESS', REFUND))).toMatchObject({
    ...{ kind: 'refund', refundNo: REFUND.out_refund_no },
    result: { kind: 'settled', refundFen: 7_900, settledAtMs: Date.parse(REFUND.success_time) },
  });
});

test.each([
  ['without a time', { success_time: undefined }],
  ['of a time that there is not', { success_time: '2026-13-45T09:00:00+08:00' }],
  ['with a status that nobody knows', { refund_status: 'DONE' }],
  ['without the platform’s number', { refund_id: undefined }],
])('notification of a refund %s: refused as content, though rightly signed', async (_what, change) => {
  const notice = noticeOf('REFUND.SUCCESS', { ...REFUND, ...change });
  expect(await pay(noticeAtMs).verifyNotice(notice)).toEqual({ kind: 'refused', reason: 'content', probe: false });
});

test('notification of a payment at a time that there is not: refused as content, though rightly signed', async () => {
  const paid = { ...JSON.parse(notification.decrypted_plaintext), success_time: '2026-01-01T25:00:00+08:00' };
  const notice = noticeOf('TRANSACTION.SUCCESS', paid);
  expect(await pay(noticeAtMs).verifyNotice(notice)).toMatchObject({ kind: 'refused', reason: 'content' });
});

test('a charge by contract is money of ours, a code shown at a till is not', async () => {
  const paid = JSON.parse(notification.decrypted_plaintext);
  const read = (type: string) =>
    pay(noticeAtMs).verifyNotice(noticeOf('TRANSACTION.SUCCESS', { ...paid, trade_type: type }));
  expect(await read('PAP')).toMatchObject({ kind: 'paid' });
  expect(await read('MICROPAY')).toMatchObject({ kind: 'refused', reason: 'trade-type' });
});

test('notification: missing and odd headers are refused, never thrown', async () => {
  for (const name of ['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-serial', 'wechatpay-signature']) {
    for (const value of [undefined, '', '\u0000', '=', 'NaN', '-1', '9'.repeat(400)]) {
      const headers = { ...noticeHeaders, [name]: value };
      expect(await pay(noticeAtMs).verifyNotice({ headers, body: noticeBody })).toMatchObject({ kind: 'refused' });
    }
  }
});

test('resource: one flipped bit in the ciphertext, the tag, the nonce or the associated data does not open', () => {
  const { resource } = JSON.parse(notification.body);
  const log = { info() {}, warn() {}, error() {} };
  const keys = createKeyRing([vectors.api_v3_key], { setting: 'WXPAY_API_V3_KEY', log });
  expect(openResource(resource, keys)).toBe(notification.decrypted_plaintext);
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  for (const index of [0, sealed.length - 17, sealed.length - 1]) {
    const ciphertext = flipped(sealed, index).toString('base64');
    expect(openResource({ ...resource, ciphertext }, keys)).toBeNull();
  }
  expect(openResource({ ...resource, nonce: 'sbxNonce0002' }, keys)).toBeNull();
  expect(openResource({ ...resource, associated_data: 'refund' }, keys)).toBeNull();
  expect(openResource({ ...resource, ciphertext: '' }, keys)).toBeNull();
  expect(openResource(null, keys)).toBeNull();
});

test('an answer without a body is verified over the empty body', async () => {
  const platformKey = createPrivateKey(vectors.wechatpay.private_key_pem_for_the_sandbox);
  const publicKey: KeyObject = createPublicKey(vectors.wechatpay.public_key_pem);
  const headers = {
    'wechatpay-timestamp': '1767225663',
    'wechatpay-nonce': 'N',
    'wechatpay-serial': 'S',
    'wechatpay-signature': signText('1767225663\nN\n\n', platformKey),
  };
  const keys = { keyOf: (serial: string) => Promise.resolve(serial === 'S' ? publicKey : null), verified() {} };
  const check = (body: string) => checkPlatformSignature(headers, Buffer.from(body), keys, 1767225663_000);
  expect(await check('')).toEqual({ ok: true });
  expect(await check(' ')).toMatchObject({ ok: false, reason: 'signature' });
  const stranger = { ...headers, 'wechatpay-serial': 'T' };
  expect(await checkPlatformSignature(stranger, Buffer.alloc(0), keys, 1767225663_000)).toMatchObject({
    reason: 'unknown-key',
  });
});
