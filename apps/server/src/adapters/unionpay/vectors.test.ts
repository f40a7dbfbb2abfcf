import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ProviderOrder, RawNotice } from '../../ports/payment-provider.ts';
import { signed, signText } from './acp-signature.ts';
import { createUnionpay, type UnionpayAdapter } from './create-unionpay.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/unionpay-acp510.json', import.meta.url), 'utf8'),
);
const merchantKey = createPrivateKey(vectors.merchant.private_key_pem);
const unionpayKey = createPrivateKey(vectors.unionpay.private_key_pem_for_the_sandbox);
const { fields: noticeFields, form_body: noticeForm } = vectors.back_notification;
const moment = (text: string): number => Date.parse(`${text}+08:00`);

function pay(given: { merId?: string; organisation?: string; nowMs?: number } = {}): UnionpayAdapter {
  return createUnionpay({
    baseUrl: 'http://127.0.0.1:1',
    fileUrl: 'http://127.0.0.1:1/file',
    merId: given.merId ?? vectors.merchant.merId,
    certId: vectors.merchant.certId_decimal,
    merchantPrivateKeyPem: vectors.merchant.private_key_pem,
    trustedCertificatesPem: vectors.unionpay.root_certificate_pem,
    signerOrganisation: given.organisation ?? '00040000:SIGN',
    clock: { now: () => given.nowMs ?? moment('2026-01-01T08:00:00') },
    log: { info() {}, warn() {}, error() {} },
  });
}

function orderOf(quitUrl: string): ProviderOrder {
  return {
    merchantOrderNo: 'HMB20260101000003',
    placedAtMs: moment('2026-01-01T08:00:00.999'),
    amountFen: 15_800,
    description: '补充医疗保险',
    expiresAtMs: moment('2026-01-01T08:30:00'),
    notifyUrl: 'https://shop.example.cn/hmb-js26/api/unionpay/notify',
    clientAddress: '203.0.113.7',
    way: { kind: 'redirect', returnUrl: 'https://shop.example.cn/hmb-js26/api/unionpay/front', quitUrl },
  };
}

const notice = (form: string): RawNotice => ({ headers: {}, body: Buffer.from(form) });

/** The example with other content, signed by UnionPay's key. */
function noticeWith(change: Record<string, string>): RawNotice {
  const { signature: _, ...fields } = noticeFields;
  return notice(new URLSearchParams(signed({ ...fields, ...change }, unionpayKey)).toString());
}

const PAID = {
  kind: 'paid',
  noticeId: '102601010800001234567',
  evidence: {
    merchantOrderNo: 'HMB20260101000003',
    providerTxn: '102601010800001234567',
    amountFen: 15_800,
    currency: 'CNY',
    paidAtMs: moment('2026-01-01T08:00:00'),
    payerId: null,
  },
};

test('a request: the signed text, and the signature over its hash', () => {
  const { input, string_to_sign: text, signature } = vectors.request_front;
  expect(signText({ ...input, signature, reqReserved: '' })).toBe(text);
  expect(signed(input, merchantKey)).toEqual({ ...input, signature });
  expect(signed({ ...input, txnAmt: '15801' }, merchantKey).signature).not.toBe(signature);
});

test('the form of an order is the example, byte for byte', async () => {
  const { input, signature } = vectors.request_front;
  // An address that UnionPay would not take is left out; the way back for everybody remains.
  const made = await pay().create(orderOf(`https://shop.example.cn/${'a'.repeat(240)}`));
  expect(made.kind === 'created' && JSON.parse(made.handle)).toEqual({
    action: 'http://127.0.0.1:1/gateway/api/frontTransReq.do',
    fields: { ...input, signature },
  });
});

test('who gives up has a way back too, and nothing of a product’s name can break the form', async () => {
  const quitUrl = 'https://shop.example.cn/#/pay?orderNo=JS1';
  const made = await pay().create({ ...orderOf(quitUrl), description: '{医保&=\r\n}'.repeat(30) });
  const { fields } = made.kind === 'created' ? JSON.parse(made.handle) : expect.fail();
  expect(fields.frontFailUrl).toBe(quitUrl);
  expect(fields.riskRateInfo).toMatch(/^\{commodityName=[^{}&=\r\n]{60}\}$/);
});

test('a number is not started under a time that is long past', async () => {
  const order = orderOf('https://shop.example.cn/#/pay');
  expect((await pay({ nowMs: moment('2026-01-01T08:05:00') }).create(order)).kind).toBe('created');
  expect(await pay({ nowMs: moment('2026-01-01T08:05:01') }).create(order)).toEqual({ kind: 'outdated' });
});

test('the example notice is believed, and read', async () => {
  expect(await pay().verifyNotice(notice(noticeForm))).toEqual(PAID);
});

test('plus signs that arrive as spaces are put back', async () => {
  expect(noticeForm).toContain('%2B');
  expect(await pay().verifyNotice(notice(noticeForm.replaceAll('%2B', '+')))).toEqual(PAID);
});

test('one flipped byte anywhere in a value, its certificate or its signature fails', async () => {
  const positions = [...noticeForm.matchAll(/(?<==)[0-9A-Za-z]/g)].map(({ index }) => index as number);
  const everyKilobyte = Array.from({ length: 4 }, (_, index) => noticeForm.indexOf('MII') + 20 + index * 300);
  for (const index of [...positions, ...everyKilobyte]) {
    const bytes = Buffer.from(noticeForm);
    bytes[index] = (bytes[index] as number) ^ 1;
    expect((await pay().verifyNotice({ headers: {}, body: bytes })).kind, `byte ${index}`).toBe('refused');
  }
});

test.each([
  ['merchant', pay({ merId: '898000000000002' })],
  ['certificate', pay({ organisation: '中国银联股份有限公司' })],
  ['certificate', pay({ nowMs: moment('2050-01-02T00:00:00') })],
])('a notice that is not for this shop, or not of a signer it trusts, is refused: %s', async (reason, shop) => {
  expect(await shop.verifyNotice(notice(noticeForm))).toEqual({ kind: 'refused', reason, probe: false });
});

test.each([
  ['nothing but success counts', { respCode: 'A6' }, { kind: 'nothing' }],
  ['a failure says nothing about money', { respCode: '64' }, { kind: 'nothing' }],
  ['another currency is told as it is', { currencyCode: '840' }, { kind: 'paid', evidence: { currency: '840' } }],
  ['an amount in yuan is no amount', { txnAmt: '158.00' }, { kind: 'refused', reason: 'content' }],
  ['nothing was paid', { txnAmt: '0' }, { kind: 'refused', reason: 'content' }],
  ['no number of the payment', { queryId: '' }, { kind: 'refused', reason: 'content' }],
  ['a number of another form', { queryId: '1' }, { kind: 'refused', reason: 'content' }],
  ['an order number of another form', { orderId: 'A-1' }, { kind: 'refused', reason: 'content' }],
  ['an impossible time', { traceTime: '0230080000' }, { kind: 'refused', reason: 'content' }],
  ['a revoke, which is never asked for', { txnType: '31' }, { kind: 'refused', reason: 'content' }],
])('%s: %j', async (_name, change, expected) => {
  expect(await pay().verifyNotice(noticeWith(change))).toMatchObject(expected);
});

test('a refund is told by its own number', async () => {
  expect(await pay().verifyNotice(noticeWith({ txnType: '04', txnAmt: '800', orderId: 'RJS1' }))).toEqual({
    kind: 'refund',
    noticeId: '102601010800001234567',
    refundNo: 'RJS1',
    result: {
      kind: 'settled',
      providerRefundNo: '102601010800001234567',
      settledAtMs: moment('2026-01-01T08:00:00'),
      refundFen: 800,
    },
  });
});

test.each([
  ['20261231235950', '0101000010', '2027-01-01T00:00:10'],
  ['20270101000001', '1231235959', '2026-12-31T23:59:59'],
  ['20280228235959', '0229000001', '2028-02-29T00:00:01'],
])('a time without a year is the one nearest to its order: %s, %s', async (txnTime, traceTime, paidAt) => {
  const read = await pay().verifyNotice(noticeWith({ txnTime, traceTime }));
  expect(read).toMatchObject({ kind: 'paid', evidence: { paidAtMs: moment(paidAt) } });
});

test('a form that is none is refused', async () => {
  for (const form of ['', '%zz=1', 'a=1&a=2', `${noticeForm}&orderId=ORDER0002`])
    expect(await pay().verifyNotice(notice(form))).toMatchObject({ kind: 'refused' });
});

test('the browser’s way back is read only when UnionPay signed it for this shop', () => {
  const numberOf = (form: string, shop = pay()) => shop.browserReturn?.merchantOrderNoOf(form);
  expect(numberOf(noticeForm)).toBe('HMB20260101000003');
  expect(noticeForm).toContain('%0A');
  expect(numberOf(noticeForm.replaceAll('%0A', '%0D%0A')), 'as a browser sends it').toBe('HMB20260101000003');
  expect(numberOf(noticeForm.replace('txnAmt=15800', 'txnAmt=1'))).toBeNull();
  expect(numberOf(noticeForm, pay({ merId: '898000000000002' }))).toBeNull();
  expect(numberOf(noticeForm, pay({ organisation: '中国银联股份有限公司' }))).toBeNull();
  expect(numberOf('orderId=HMB20260101000003')).toBeNull();
});
