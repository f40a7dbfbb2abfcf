import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createKeyRing } from '../key-ring.ts';
import { canonicalJson } from './canonical-json.ts';
import { createMedicalAccount, type MedicalAccountAdapter } from './create-medical-account.ts';
import { decrypt, encrypt, messageKey, openData, openEnvelope, sealEnvelope, signText } from './envelope.ts';
import { isSigned, sign } from './sm2-signature.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/nhsa-sm.json', import.meta.url), 'utf8'),
);
const { request_unified_order: request, platform_callback: callback } = vectors;
const bytes = (hex: string) => Buffer.from(hex, 'hex');
/** As the platform holds them: what it seals for us, we open. */
const log = { info() {}, warn() {}, error() {} };
const ringOf = <K>(...listed: K[]) => createKeyRing(listed, { setting: 'HSA', log });
const appId: string = vectors.appId;
const appSecret: string = vectors.appSecret;
const appPublicKey = bytes(vectors.app.public_key_hex);
const platformPublicKey = bytes(vectors.platform.public_key_hex);
const platformKeys = {
  appId,
  appSecrets: ringOf(appSecret),
  privateKey: bytes(vectors.platform.private_key_hex_for_the_sandbox),
  platformPublicKeys: ringOf(appPublicKey),
};
const keys = {
  ...platformKeys,
  privateKey: bytes(vectors.app.private_key_hex),
  platformPublicKeys: ringOf(platformPublicKey),
};
const encryptionKey = messageKey(appId, appSecret);
const NOW_MS = Number(callback.envelope.timestamp) + 1_000;

function adapter(nowMs = NOW_MS): MedicalAccountAdapter {
  return createMedicalAccount({
    ...{ appId, appSecrets: [appSecret], privateKey: keys.privateKey, platformPublicKeys: [platformPublicKey] },
    baseUrl: 'http://127.0.0.1:1',
    ...{ orgCode: 'SBXORG320000', orgName: '沙箱承保机构', merchantId: 'SBX0001' },
    clock: { now: () => nowMs },
    log,
  });
}

/** The same text with one bit of the character at `index` turned round. */
function flipped(text: string, index: number): string {
  const changed = Buffer.from(text);
  changed[index] = (changed[index] as number) ^ 1;
  return changed.toString();
}

const bodyOf = (envelope: object) => Buffer.from(JSON.stringify(envelope));
const noticeOf = (data: Record<string, string>) => ({
  headers: {},
  body: bodyOf(sealEnvelope(platformKeys, data, NOW_MS)),
});

test('the key of the encryption is made of number and secret', () => {
  const { step1_sm4_ecb_pkcs7_upper_hex, sm4_key_utf8, step1_key_utf8, step1_plain_utf8 } = vectors.key_derivation;
  expect(encrypt(step1_plain_utf8, step1_key_utf8)).toBe(step1_sm4_ecb_pkcs7_upper_hex);
  expect(encryptionKey).toBe(sm4_key_utf8);
});

test.each([
  ['request', request, keys.privateKey, appPublicKey],
  ['notice', callback, platformKeys.privateKey, platformPublicKey],
])('a %s: canonical text, cipher text, signed text, signature in both forms', (_name, given, privateKey, publicKey) => {
  const text = canonicalJson({ ...given.data, nothing: '', empty: {}, none: null, list: [] });
  expect(text).toBe(given.canonical_data_json);
  expect(encrypt(text, encryptionKey)).toBe(given.encData);
  expect(decrypt(given.encData.toLowerCase(), encryptionKey)).toBe(text);
  const signed = signText({ ...given.envelope, extra: 'left out' }, text, appSecret);
  expect(signed).toBe(given.string_to_sign);
  for (const signature of [given.sample_signData_rs_base64, given.sample_signData_der_base64]) {
    expect(isSigned(signed, signature, publicKey)).toBe(true);
    expect(isSigned(flipped(signed, 100), signature, publicKey)).toBe(false);
    expect(isSigned(signed, flipped(signature, 30), publicKey)).toBe(false);
  }
  expect(isSigned(signed, sign(signed, privateKey), publicKey)).toBe(true);
  expect(isSigned(signed, sign(flipped(signed, 0), privateKey), publicKey)).toBe(false);
});

test('names are sorted at every level, in lists too', () => {
  const nested = { b: [{ z: '1', a: { y: '2', x: '' } }], a: '0' };
  expect(canonicalJson(nested)).toBe('{"a":"0","b":[{"a":{"y":"2"},"z":"1"}]}');
});

test('the example notice is opened, and one flipped byte in any field is refused', () => {
  expect(openEnvelope(keys, bodyOf(callback.envelope), NOW_MS)).toMatchObject({
    kind: 'opened',
    text: callback.canonical_data_json,
  });
  for (const name of Object.keys(callback.envelope)) {
    const value: string = callback.envelope[name];
    const spoiled = { ...callback.envelope, [name]: flipped(value, Math.floor(value.length / 2)) };
    expect(openEnvelope(keys, bodyOf(spoiled), NOW_MS), name).toMatchObject({ kind: 'refused' });
  }
});

test('one message is good for five minutes on either side of our clock', () => {
  const open = (offsetMs: number) =>
    openEnvelope(keys, bodyOf(callback.envelope), Number(callback.envelope.timestamp) + offsetMs);
  for (const offsetMs of [-300_000, 300_000]) expect(open(offsetMs).kind).toBe('opened');
  for (const offsetMs of [-300_001, 300_001]) expect(open(offsetMs)).toEqual({ kind: 'refused', reason: 'stale' });
});

test('fourteen digits are a time too', () => {
  const text = canonicalJson({ a: '1' });
  const top = { appId: keys.appId, encType: 'SM4', signType: 'SM2', version: '2.0.1', timestamp: '20260101080000' };
  const signData = sign(signText(top, text, appSecret), platformKeys.privateKey);
  const body = bodyOf({ ...top, encData: encrypt(text, encryptionKey), signData });
  expect(openEnvelope(keys, body, Date.parse('2026-01-01T08:00:00+08:00'))).toMatchObject({ data: { a: '1' } });
});

const PAID = {
  ...{ notifyType: 'PAY', notifyId: 'YB1', outTradeNo: 'HMB20260101000004', payOrdId: 'ORD320100202601010000000001' },
  ...{ tradeStatus: 'SUCCESS', amount: '158.00', psnAcctPayAmt: '158.00', ownPayAmt: '0.00' },
  ...{ payTime: '20260101080100', psnAcctMerchantId: 'SBX0001' },
};

test('a notice of payment is evidence', async () => {
  expect(await adapter().verifyNotice(noticeOf(PAID))).toEqual({
    kind: 'paid',
    noticeId: 'YB1',
    evidence: {
      ...{ merchantOrderNo: 'HMB20260101000004', providerTxn: 'ORD320100202601010000000001', amountFen: 15_800 },
      ...{ currency: 'CNY', paidAtMs: Date.parse('2026-01-01T08:01:00+08:00'), payerId: null },
    },
  });
});

test.each<[string, object, string]>([
  ['another merchant', { psnAcctMerchantId: 'SBX0002' }, 'merchant'],
  ['a part in cash', { psnAcctPayAmt: '100.00', ownPayAmt: '58.00' }, 'content'],
  ['parts that are not the whole', { psnAcctPayAmt: '157.99' }, 'content'],
  ['an amount without decimals', { amount: '158', psnAcctPayAmt: '158' }, 'content'],
  ['nothing paid', { amount: '0.00', psnAcctPayAmt: '0.00' }, 'content'],
  ['no time', { payTime: '' }, 'content'],
  ['no number of its own', { notifyId: '' }, 'content'],
  ['an unknown status', { tradeStatus: 'WAIT' }, 'content'],
  ['a permission', { notifyType: 'AUTH' }, 'event-type'],
])('signed, and with %s: refused', async (_name, change, reason) => {
  expect(await adapter().verifyNotice(noticeOf({ ...PAID, ...change }))).toEqual({
    kind: 'refused',
    reason,
    probe: false,
  });
});

test('the public example says neither what it is nor whether the parts are the whole: not believed', async () => {
  const notice = { headers: {}, body: bodyOf(callback.envelope) };
  expect(await adapter().verifyNotice(notice)).toMatchObject({ kind: 'refused', reason: 'content' });
});

test('a permission is no payment, and a payment no permission', () => {
  const granted = {
    ...{ notifyType: 'AUTH', notifyId: 'YB2', outAuthNo: 'AJS1', result: 'OK', payAuthNo: 'AUTH1' },
    expireTime: '20260101081000',
  };
  expect(adapter().verifyPermission(noticeOf(granted))).toEqual({
    ...{ kind: 'granted', noticeId: 'YB2', askNo: 'AJS1', permissionNo: 'AUTH1' },
    expiresAtMs: Date.parse('2026-01-01T08:10:00+08:00'),
  });
  expect(adapter().verifyPermission(noticeOf({ ...granted, result: 'CANCEL' }))).toMatchObject({ kind: 'declined' });
  for (const change of [{ payAuthNo: '' }, { expireTime: '' }, { result: 'MAYBE' }, { outAuthNo: '' }]) {
    expect(adapter().verifyPermission(noticeOf({ ...granted, ...change }))).toMatchObject({ reason: 'content' });
  }
  expect(adapter().verifyPermission(noticeOf(PAID))).toEqual({ kind: 'refused', reason: 'event-type' });
});

test('what the browser brings leads to our number and proves nothing', () => {
  expect(adapter().browserReturn?.merchantOrderNoOf(vectors.front_redirect_query)).toBe('HMB20260101000004');
  expect(
    adapter().browserReturn?.merchantOrderNoOf(vectors.front_redirect_query.replace('appId=5', 'appId=6')),
  ).toBeNull();
  for (const query of ['', 'appId=&encData=', `appId=${keys.appId}`, `appId=${keys.appId}&encData=zz`]) {
    expect(adapter().browserReturn?.merchantOrderNoOf(query)).toBeNull();
  }
  const hint = encrypt(canonicalJson({ outAuthNo: 'AJS1', state: 's', result: 'CANCEL' }), encryptionKey);
  const query = `appId=${keys.appId}&encData=${hint}`;
  expect(adapter().readPermissionReturn(query)).toEqual({ askNo: 'AJS1', state: 's', saysGranted: false });
  expect(openData(keys, hint.slice(0, -2))).toBeNull();
});
