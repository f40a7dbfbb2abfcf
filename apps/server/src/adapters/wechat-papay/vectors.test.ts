import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWechatPapay } from './create-wechat-papay.ts';
import { isSigned, type SignType, sign, signText } from './v2-signature.ts';
import { type Fields, writeXml } from './xml.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/wechatpay-v2.json', import.meta.url), 'utf8'),
) as {
  cases: { key: string; input: Record<string, string>; string_to_sign: string; md5: string; hmac_sha256: string }[];
};
const [, contract] = cases as [(typeof cases)[number], (typeof cases)[number]];
const { key } = contract;
const owner = { appId: contract.input.appid as string, merchantId: contract.input.mch_id as string };

const papay = createWechatPapay({
  baseUrl: 'http://127.0.0.1:1',
  pageBase: 'https://api.mch.weixin.qq.com',
  ...owner,
  apiV2Keys: [key],
  planId: '100001',
  clock: { now: () => 0 },
  random: { bytes: (size) => Buffer.alloc(size), below: () => 0 },
  log: { info() {}, warn() {}, error() {} },
});

test.each(cases)('string to sign and both signatures: $input.appid', (one) => {
  expect(signText(one.input, one.key)).toBe(one.string_to_sign);
  expect(sign(one.input, one.key, 'MD5')).toBe(one.md5);
  expect(sign(one.input, one.key, 'HMAC-SHA256')).toBe(one.hmac_sha256);
  expect(isSigned({ ...one.input, sign: one.md5 }, one.key)).toBe(true);
});

test.each(cases)('one flipped bit anywhere is refused: $input.appid', (one) => {
  for (const [name, value] of Object.entries(one.input)) {
    const bytes = Buffer.from(value);
    if (bytes.length === 0) continue;
    bytes[0] = (bytes[0] as number) ^ 1;
    expect(isSigned({ ...one.input, [name]: bytes.toString(), sign: one.md5 }, one.key)).toBe(false);
  }
  const wrong = `${one.md5.slice(0, -1)}${one.md5.endsWith('0') ? '1' : '0'}`;
  expect(isSigned({ ...one.input, sign: wrong }, one.key)).toBe(false);
  expect(isSigned({ ...one.input, sign: one.md5 }, `${one.key.slice(0, -1)}x`)).toBe(false);
  expect(isSigned({ ...one.input, sign: one.md5.toLowerCase() }, one.key)).toBe(false);
  expect(isSigned({ ...one.input }, one.key)).toBe(false);
});

test('the scheme is the one the message names, and no third one', () => {
  const input = { ...contract.input, sign_type: 'HMAC-SHA256' };
  expect(isSigned({ ...input, sign: sign(input, key, 'HMAC-SHA256') }, key)).toBe(true);
  expect(isSigned({ ...input, sign: sign(input, key, 'MD5') }, key)).toBe(false);
  const third = { ...contract.input, sign_type: 'SHA1' };
  expect(isSigned({ ...third, sign: sign(third, key, 'MD5') }, key)).toBe(false);
});

test('the address of the sign page carries the raw values, signed by MD5 and encoded afterwards', () => {
  const { input } = contract;
  const address = papay.signPageUrl(
    {
      contractCode: input.contract_code as string,
      displayAccount: input.contract_display_account as string,
      noticeUrl: input.notify_url as string,
    },
    1_767_225_600_000,
  );
  const url = new URL(address);
  expect(url.origin + url.pathname).toBe('https://api.mch.weixin.qq.com/papay/entrustweb');
  const { request_serial: serial, sign: signature, ...fields } = Object.fromEntries(url.searchParams);
  const { request_serial: _, clientip: __, ...expected } = input;
  expect(fields).toEqual(expected);
  expect(serial).toMatch(/^\d{1,18}$/);
  expect(signature).toBe(sign({ ...fields, request_serial: serial as string }, key, 'MD5'));
});

const NOTICE = {
  return_code: 'SUCCESS',
  result_code: 'SUCCESS',
  mch_id: owner.merchantId,
  plan_id: '100001',
  contract_code: 'KJS000000000000000000101',
  openid: 'oSandboxOpenid000000000001',
  contract_id: '201801010000000001',
  change_type: 'ADD',
  operate_time: '2026-01-01 09:30:00',
  contract_expired_time: '2036-01-01 09:30:00',
};
const signedAtMs = Date.parse('2026-01-01T09:30:00+08:00');

function notice(fields: Fields, type: SignType = 'MD5', signedWith = key) {
  return { headers: {}, body: Buffer.from(writeXml({ ...fields, sign: sign(fields, signedWith, type) })) };
}

test('a contract notice: signed and ended', () => {
  expect(papay.readContractNotice(notice(NOTICE))).toEqual({
    kind: 'contract',
    noticeId: 'ADD-201801010000000001',
    contractCode: NOTICE.contract_code,
    state: {
      kind: 'signed',
      contractId: NOTICE.contract_id,
      openId: NOTICE.openid,
      signedAtMs,
      expiresAtMs: Date.parse('2036-01-01T09:30:00+08:00'),
    },
  });
  for (const [mode, by] of [
    ['1', 'time'],
    ['2', 'user'],
    ['3', 'merchant'],
    ['4', 'merchant'],
    ['5', 'user'],
    ['7', 'user'],
    // One that nobody has told us of: what is over must not be charged by all the same.
    ['9', 'merchant'],
  ]) {
    const ended = { ...NOTICE, change_type: 'DELETE', contract_termination_mode: mode as string };
    expect(papay.readContractNotice(notice(ended))).toMatchObject({
      noticeId: 'DELETE-201801010000000001',
      state: { kind: 'ended', contractId: NOTICE.contract_id, by, endedAtMs: signedAtMs },
    });
  }
});

test.each<[string, Partial<Record<string, string>>, string]>([
  ['another merchant', { mch_id: '1900000002' }, 'merchant'],
  ['another plan', { plan_id: '100002' }, 'content'],
  ['no such change', { change_type: 'UPDATE' }, 'content'],
  ['a code that is none of ours', { contract_code: '../../x' }, 'content'],
  ['without a contract number', { contract_id: '' }, 'content'],
  ['without a time', { operate_time: 'yesterday' }, 'content'],
  ['without the payer', { openid: '' }, 'content'],
  ['an end that nobody made', { change_type: 'DELETE', contract_termination_mode: '0' }, 'content'],
  ['an end without a word of whose', { change_type: 'DELETE', contract_termination_mode: '' }, 'content'],
  ['a failure', { result_code: 'FAIL' }, 'content'],
  ['not even sent well', { return_code: 'FAIL' }, 'signature'],
])('a contract notice that does not fit: %s', (_, change, reason) => {
  expect(papay.readContractNotice(notice({ ...NOTICE, ...change } as Fields))).toEqual({ kind: 'refused', reason });
});

const PAID = {
  return_code: 'SUCCESS',
  result_code: 'SUCCESS',
  appid: owner.appId,
  mch_id: owner.merchantId,
  nonce_str: 'n',
  sign_type: 'HMAC-SHA256',
  openid: 'oSandboxOpenid000000000001',
  trade_type: 'JSAPI',
  total_fee: '15800',
  cash_fee: '15800',
  fee_type: 'CNY',
  transaction_id: '4200020260101000000000000001',
  out_trade_no: 'JS000000000000000000101',
  time_end: '20260101093000',
};

test('a payment notice is evidence', () => {
  expect(papay.readPaymentNotice(notice(PAID, 'HMAC-SHA256'))).toEqual({
    kind: 'paid',
    noticeId: 'v2-4200020260101000000000000001',
    evidence: {
      merchantOrderNo: PAID.out_trade_no,
      providerTxn: PAID.transaction_id,
      amountFen: 15_800,
      currency: 'CNY',
      paidAtMs: signedAtMs,
      payerId: PAID.openid,
    },
  });
});

test.each<[string, Partial<Record<string, string>>, object]>([
  ['another merchant', { mch_id: '1900000002' }, { kind: 'refused', reason: 'merchant' }],
  ['another app', { appid: 'wx1' }, { kind: 'refused', reason: 'app' }],
  ['another way of selling', { trade_type: 'MICROPAY' }, { kind: 'refused', reason: 'trade-type' }],
  ['no whole fen', { total_fee: '158.00' }, { kind: 'refused', reason: 'content' }],
  ['nothing', { total_fee: '0' }, { kind: 'refused', reason: 'content' }],
  ['no time', { time_end: '' }, { kind: 'refused', reason: 'content' }],
  ['a charge that failed', { result_code: 'FAIL', err_code: 'NOTENOUGH' }, { kind: 'nothing' }],
  ['a charge that is told of and failed', { trade_type: 'PAP', trade_state: 'PAY_FAIL' }, { kind: 'nothing' }],
  ['a charge that is told of and accepted only', { trade_type: 'PAP', trade_state: 'ACCEPT' }, { kind: 'nothing' }],
  ['a charge that is told of and paid', { trade_type: 'PAP', trade_state: 'SUCCESS' }, { kind: 'paid' }],
])('a payment notice of %s', (_, change, expected) => {
  const fields = { ...PAID, ...change } as Fields;
  expect(papay.readPaymentNotice(notice(fields, 'HMAC-SHA256'))).toMatchObject(expected);
});

test('a notice signed with another key, or changed on its way, is refused', () => {
  const foreign = notice(PAID, 'HMAC-SHA256', 'AnotherApiV2Key00AnotherApiV2Ke0');
  expect(papay.readPaymentNotice(foreign)).toMatchObject({ kind: 'refused', reason: 'signature' });
  const genuine = notice(NOTICE).body;
  for (let index = 0; index < genuine.length; index += 7) {
    const changed = Buffer.from(genuine);
    changed[index] = (changed[index] as number) ^ 1;
    expect(papay.readContractNotice({ headers: {}, body: changed })).toMatchObject({ kind: 'refused' });
  }
});

test('the answer to a notice is the provider’s own XML', () => {
  expect(papay.answerNotice(null)).toEqual({
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    body: '<xml><return_code><![CDATA[SUCCESS]]></return_code><return_msg><![CDATA[OK]]></return_msg></xml>',
  });
  expect(papay.answerNotice({ status: 401, message: 'signature' })).toMatchObject({
    status: 401,
    body: expect.stringContaining('FAIL'),
  });
});

test('a key of the wrong length is noticed at once', () => {
  expect(() =>
    createWechatPapay({
      baseUrl: '',
      pageBase: '',
      ...owner,
      apiV2Keys: ['short'],
      planId: '1',
      clock: { now: () => 0 },
      random: { bytes: (size) => Buffer.alloc(size), below: () => 0 },
      log: { info() {}, warn() {}, error() {} },
    }),
  ).toThrow('32');
});
