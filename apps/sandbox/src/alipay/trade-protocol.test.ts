import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beijingText } from '../clock/beijing-time.ts';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { rsaVerify } from '../keys/rsa-sha256.ts';
import { gatewayCall, gatewayFields, gatewayPost, openWap, pressWap, wapContent } from '../testing/alipay-shop.ts';
import { type Fields, signText } from './signing.ts';

const MINUTE = 60_000;
/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({
    port: 0,
    keys: keysFromVectors(),
    clock,
    seed: 2,
    controlApi: true,
    signTestProbes: false,
  });
});
afterEach(() => sandbox.close());

const query = (number: string) => gatewayCall(sandbox, 'alipay.trade.query', { out_trade_no: number });
const close = (number: string) => gatewayCall(sandbox, 'alipay.trade.close', { out_trade_no: number });
const at = (offsetMs: number) => beijingText(sandbox.clock.now() + offsetMs);

describe('the gateway', () => {
  test.each<[string, string, string, boolean, () => Fields]>([
    ['no app_id', '40001', 'isv.missing-app-id', false, () => ({ app_id: '' })],
    ['another app_id', '40002', 'isv.invalid-app-id', false, () => ({ app_id: '2021999999999999' })],
    ['no method', '40001', 'isv.missing-method', false, () => ({ method: '' })],
    ['an unknown method', '40002', 'isv.invalid-method', false, () => ({ method: 'alipay.trade.guess' })],
    ['another sign_type', '40002', 'isv.invalid-signature-type', true, () => ({ sign_type: 'RSA' })],
    ['another format', '40002', 'isv.invalid-format', true, () => ({ format: 'XML' })],
    ['another charset', '40002', 'isv.invalid-charset', true, () => ({ charset: 'gbk' })],
    ['no timestamp', '40001', 'isv.missing-timestamp', false, () => ({ timestamp: '' })],
    ['a time 16 minutes old', '40002', 'isv.invalid-timestamp', true, () => ({ timestamp: at(-16 * MINUTE) })],
    ['a time 16 minutes ahead', '40002', 'isv.invalid-timestamp', true, () => ({ timestamp: at(16 * MINUTE) })],
    ['a time in another form', '40002', 'isv.invalid-timestamp', true, () => ({ timestamp: '2026-01-01T08:00:00' })],
    ['another version', '40002', 'isv.invalid-parameter', true, () => ({ version: '2.0' })],
  ])('refuses %s', async (_name, code, subCode, signed, change) => {
    const answer = await gatewayCall(sandbox, 'alipay.trade.query', { out_trade_no: 'ORDER0001' }, change());
    expect(answer).toMatchObject({
      name: signed ? 'alipay_trade_query_response' : 'error_response',
      node: { code, sub_code: subCode },
      signatureFits: signed,
    });
    expect(sandbox.control.log()[0]).toMatchObject({ reason: expect.stringContaining(subCode) });
  });

  test('takes a time 14 minutes old', async () => {
    const change = { timestamp: at(-14 * MINUTE) };
    const answer = await gatewayCall(sandbox, 'alipay.trade.query', { out_trade_no: 'NOBODY01' }, change);
    expect(answer.node.sub_code).toBe('ACQ.TRADE_NOT_EXIST');
  });

  test('covers query and form by the signature, and tells what should have been signed', async () => {
    const fields = gatewayFields(sandbox, 'alipay.trade.query', { out_trade_no: 'ORDER0001' });
    for (const changed of [
      { ...fields, biz_content: '{"out_trade_no":"ORDER0002"}' },
      { ...fields, notify_url: 'https://elsewhere.example/' },
      { ...fields, sign: `${fields.sign?.startsWith('A') ? 'B' : 'A'}${fields.sign?.slice(1)}` },
    ]) {
      expect((await gatewayPost(sandbox, changed)).node).toMatchObject({
        code: '40002',
        sub_code: 'isv.invalid-signature',
      });
    }
    expect(sandbox.control.log()[0]?.expectedSignText).toMatch(/^app_id=.*&biz_content=.*&sign_type=RSA2&timestamp=/);
  });

  test('refuses a body that is no UTF-8 form, or not declared as one', async () => {
    const fields = gatewayFields(sandbox, 'alipay.trade.query', { out_trade_no: 'ORDER0001' });
    expect((await gatewayPost(sandbox, fields, 'application/json')).node.code).toBe('40002');
    expect((await gatewayPost(sandbox, fields, 'application/x-www-form-urlencoded;charset=gbk')).node.sub_code).toBe(
      'isv.invalid-charset',
    );
  });

  test('writes one of some answers so that writing it again breaks its signature; all of them verify as sent', async () => {
    await openWap(sandbox, wapContent('ORDER0001'));
    sandbox.control.alipay.orders.act('ORDER0001', 'pay');
    let rewritten = 0;
    for (let i = 0; i < 40; i += 1) {
      const answer = await query('ORDER0001');
      expect(answer).toMatchObject({ signatureFits: true, node: { code: '10000', trade_status: 'TRADE_SUCCESS' } });
      if (JSON.stringify(answer.node) !== answer.raw) rewritten += 1;
    }
    expect(rewritten).toBeGreaterThan(0);
    expect(rewritten).toBeLessThan(40);
  });

  test('its clock may be ordered to be wrong', async () => {
    sandbox.control.faults.add({ provider: 'alipay', kind: 'clock_skew' });
    expect((await query('ORDER0001')).node.sub_code).toBe('isv.invalid-timestamp');
    expect((await query('ORDER0001')).node.sub_code).toBe('ACQ.TRADE_NOT_EXIST');
  });

  test('its answer may be ordered to be signed wrongly, late, busy or broken', async () => {
    const under = async (kind: 'bad_response_sign' | 'busy_code' | 'rate_limit' | 'truncated' | 'http_502_html') => {
      sandbox.control.faults.add({ provider: 'alipay', call: 'order.query', kind });
      return query('ORDER0001');
    };
    expect(await under('bad_response_sign')).toMatchObject({ signatureFits: false, node: { code: '40004' } });
    expect(await under('busy_code')).toMatchObject({ name: 'error_response', node: { sub_code: 'isp.unknow-error' } });
    expect((await under('rate_limit')).node.code).toBe('40005');
    expect(await under('truncated')).toMatchObject({ signatureFits: false, node: {} });
    expect(await under('http_502_html')).toMatchObject({ status: 502, signatureFits: false });
  });
});

describe('a payment page', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a number with other characters', { out_trade_no: 'ORDER/0001' }],
    ['an amount with three decimals', { total_amount: '158.001' }],
    ['an amount of zero', { total_amount: '0.00' }],
    ['an amount that is a number', { total_amount: 158 }],
    ['another product', { product_code: 'FAST_INSTANT_TRADE_PAY' }],
    ['a subject with a slash', { subject: '补充/保险' }],
    ['no subject', { subject: '' }],
    ['a time in another form', { time_expire: '2099-01-01 08:00' }],
    ['a time in the past', { time_expire: '2020-01-01 08:00:00' }],
    ['a life that is too long', { timeout_express: '16d' }],
    ['a quit address that is none', { quit_url: 'payFail' }],
  ])('refuses %s', async (_name, more) => {
    const opened = await openWap(sandbox, wapContent('ORDER0001', more));
    expect(opened).toMatchObject({ status: 400, token: '' });
    expect(opened.html).toContain('ACQ.INVALID_PARAMETER');
  });

  test('refuses a wrong signature, a plain http notify address elsewhere, and WeChat', async () => {
    const unsigned = await openWap(sandbox, wapContent('ORDER0001'), { app_id: '2021999999999999' });
    expect(unsigned).toMatchObject({ status: 400, token: '' });
    const plain = await openWap(sandbox, wapContent('ORDER0001'), { notify_url: 'http://shop.example.cn/notify' });
    expect(plain).toMatchObject({ status: 400, token: '' });
    const inWechat = await openWap(sandbox, wapContent('ORDER0001'), {}, { 'user-agent': 'MicroMessenger/8.0' });
    expect(inWechat).toMatchObject({ status: 400, token: '' });
    expect(inWechat.html).toContain('在浏览器打开');
  });

  test('takes the example request byte for byte, by GET and by POST', async () => {
    await sandbox.clock.set(Date.parse('2026-01-01T08:00:00+08:00'));
    const { readFileSync } = await import('node:fs');
    const url = new URL('../../../../tests/vectors/providers/alipay-rsa2.json', import.meta.url);
    const { input, sign } = JSON.parse(readFileSync(url, 'utf8')).request_wap_pay;
    const sent = new URLSearchParams({ ...input, sign }).toString();
    expect((await fetch(`${sandbox.origin}/gateway.do?${sent}`)).status).toBe(200);
    const posted = await fetch(`${sandbox.origin}/gateway.do`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: sent,
    });
    expect(await posted.text()).toContain('HMB20260101000002');
    const flipped = sent.replace('158.00', '158.01');
    expect((await fetch(`${sandbox.origin}/gateway.do?${flipped}`)).status).toBe(400);
  });

  test('makes no trade; confirming does', async () => {
    const { token, html } = await openWap(sandbox, wapContent('ORDER0001'));
    const ids = [...html.matchAll(/<button[^>]*data-testid="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual(['pay', 'cancel', 'pay-no-return', 'balance-short', 'close']);
    expect((await query('ORDER0001')).node).toMatchObject({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    expect((await close('ORDER0001')).node.sub_code).toBe('ACQ.TRADE_NOT_EXIST');
    await pressWap(sandbox, token, 'balance-short');
    expect((await query('ORDER0001')).node).toMatchObject({
      trade_status: 'WAIT_BUYER_PAY',
      total_amount: '158.00',
      trade_no: expect.stringMatching(/^\d{28}$/),
    });
    expect((await close('ORDER0001')).node).toMatchObject({ code: '10000', out_trade_no: 'ORDER0001' });
    expect((await query('ORDER0001')).node.trade_status).toBe('TRADE_CLOSED');
    expect((await openWap(sandbox, wapContent('ORDER0001'))).html).toContain('ACQ.TRADE_HAS_CLOSE');
  });

  test('paying goes back to the shop with signed fields before the hash', async () => {
    const { token } = await openWap(sandbox, wapContent('ORDER0001'));
    const pressed = await pressWap(sandbox, token, 'pay');
    const back = new URL(pressed.headers.get('location') ?? '');
    expect(back.hash).toBe('#/payLoading');
    const { from, ...fields } = Object.fromEntries(back.searchParams);
    expect(from).toBe('alipay');
    expect(fields).toMatchObject({ out_trade_no: 'ORDER0001', total_amount: '158.00', sign_type: 'RSA2' });
    const key = sandbox.keys.alipay.alipay.publicKeyPem;
    expect(rsaVerify(key, signText(fields, 'message'), fields.sign ?? '')).toBe(true);
    expect(rsaVerify(key, signText({ ...fields, total_amount: '0.01' }, 'message'), fields.sign ?? '')).toBe(false);
    expect((await query('ORDER0001')).node).toMatchObject({
      trade_status: 'TRADE_SUCCESS',
      buyer_user_id: '2088000000000001',
      send_pay_date: beijingText(sandbox.clock.now()),
    });
    expect((await openWap(sandbox, wapContent('ORDER0001'))).html).toContain('ACQ.TRADE_HAS_SUCCESS');
  });

  test.each([
    ['cancel', 303, 'http://localhost:3000/quit', 'ACQ.TRADE_NOT_EXIST'],
    ['balance-short', 303, 'http://localhost:3000/quit', 'WAIT_BUYER_PAY'],
    ['close', 200, null, 'ACQ.TRADE_NOT_EXIST'],
    ['pay-no-return', 200, null, 'TRADE_SUCCESS'],
  ])('%s ends as it should', async (action, status, location, state) => {
    const { token } = await openWap(sandbox, wapContent('ORDER0001'));
    const pressed = await pressWap(sandbox, token, action);
    expect(pressed.status).toBe(status);
    expect(pressed.headers.get('location')).toBe(location);
    const { node } = await query('ORDER0001');
    expect(node.trade_status ?? node.sub_code).toBe(state);
  });

  test('cannot be paid after time_expire, and a waiting trade closes then', async () => {
    const content = (number: string) => wapContent(number, { time_expire: at(30 * MINUTE) });
    const first = await openWap(sandbox, content('ORDER0001'));
    const second = await openWap(sandbox, content('ORDER0002'));
    await pressWap(sandbox, second.token, 'balance-short');
    await sandbox.clock.advance(31 * MINUTE);
    const late = await pressWap(sandbox, first.token, 'pay');
    expect(late.status).toBe(400);
    expect((await query('ORDER0001')).node.sub_code).toBe('ACQ.TRADE_NOT_EXIST');
    expect((await query('ORDER0002')).node.trade_status).toBe('TRADE_CLOSED');
  });

  test('with another amount under the number of a waiting trade is refused', async () => {
    const { token } = await openWap(sandbox, wapContent('ORDER0001'));
    await pressWap(sandbox, token, 'balance-short');
    const other = await openWap(sandbox, wapContent('ORDER0001', { total_amount: '1.00' }));
    expect(other.html).toContain('ACQ.CONTEXT_INCONSISTENT');
    expect((await openWap(sandbox, wapContent('ORDER0001'))).status).toBe(200);
  });

  test('return_forged comes back like a payment, without one', async () => {
    const { token } = await openWap(sandbox, wapContent('ORDER0001'));
    sandbox.control.faults.add({ provider: 'alipay', kind: 'return_forged' });
    const back = new URL((await pressWap(sandbox, token, 'pay')).headers.get('location') ?? '');
    const { from: _from, ...fields } = Object.fromEntries(back.searchParams);
    const key = sandbox.keys.alipay.alipay.publicKeyPem;
    expect(rsaVerify(key, signText(fields, 'message'), fields.sign ?? '')).toBe(false);
    expect((await query('ORDER0001')).node.trade_status).toBe('WAIT_BUYER_PAY');
  });
});

describe('closing', () => {
  test('a paid trade answers that its state does not allow it', async () => {
    await openWap(sandbox, wapContent('ORDER0001'));
    sandbox.control.faults.add({ provider: 'alipay', kind: 'pay_between_query_and_close' });
    expect((await close('ORDER0001')).node.sub_code).toMatch(/^ACQ\.(REASON_TRADE_STATUS_INVALID|TRADE_STATUS_ERROR)$/);
    expect((await query('ORDER0001')).node.trade_status).toBe('TRADE_SUCCESS');
  });
  test.each(['confirm', 'cancel'] as const)('a payment may still come afterwards (%s before)', async (action) => {
    await openWap(sandbox, wapContent('ORDER0001'));
    sandbox.control.alipay.orders.act('ORDER0001', action);
    sandbox.control.faults.add({ provider: 'alipay', kind: 'late_pay_after_close' });
    await close('ORDER0001');
    expect((await query('ORDER0001')).node.trade_status).not.toBe('TRADE_SUCCESS');
    await sandbox.clock.advance(1000);
    expect((await query('ORDER0001')).node.trade_status).toBe('TRADE_SUCCESS');
  });
});
