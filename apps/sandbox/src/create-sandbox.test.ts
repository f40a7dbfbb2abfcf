import { createDecipheriv } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from './create-sandbox.ts';
import { type AnyJson, jsapiCashierQuery, openReceiver, orderBody, payCall, smsCall } from './testing/shop.ts';
import { platformSignText, rsaVerify } from './wechat-pay/signing.ts';

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
const OPENID = 'oSandboxOpenid000000000001';

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), seed: 1, controlApi: true, signTestProbes: false });
  receiver = await openReceiver();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

function decrypt(resource: { ciphertext: string; nonce: string; associated_data: string }): AnyJson {
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  const key = Buffer.from(sandbox.keys.wechatPay.apiV3Key);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(resource.nonce));
  decipher.setAAD(Buffer.from(resource.associated_data));
  decipher.setAuthTag(sealed.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8'));
}

test('a code sent by SMS shows on the phone', async () => {
  const answer = await smsCall(sandbox, {
    PhoneNumbers: '19000000000',
    SignName: '补充医保',
    TemplateCode: 'SMS_100000001',
    TemplateParam: '{"code":"246810"}',
  });
  expect(answer).toMatchObject({ status: 200, data: { Code: 'OK', Message: 'OK' } });
  const shown = await (await fetch(`${sandbox.origin}/phone/messages?number=19000000000`)).json();
  expect(shown.messages).toMatchObject([{ code: '246810' }]);
  expect(sandbox.control.sms('19000000000')[0]?.text).toContain('【补充医保】');
});

test('an H5 order is paid in the browser, notified, and queried', async () => {
  const body = orderBody(sandbox, 'HMB20260101000002', { notify_url: receiver.url, attach: 'order=2' });
  const created = await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', body);
  expect(created).toMatchObject({ status: 200, signatureFits: true });

  const back = 'http://localhost:3000/?pay=back';
  const cashier = await fetch(`${created.data.h5_url}&redirect_url=${encodeURIComponent(back)}`, {
    headers: { referer: 'http://localhost:3000/' },
  });
  const html = await cashier.text();
  expect(html).toContain('158.00');
  const form = new URLSearchParams({ action: 'pay' });
  for (const [, name, value] of html.matchAll(/name="(\w+)" value="([^"]*)">/g)) {
    if (name !== 'action') form.set(name ?? '', (value ?? '').replaceAll('&#38;', '&'));
  }
  const pressed = await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form, redirect: 'manual' });
  expect(pressed.headers.get('location')).toBe(back);

  await sandbox.control.settle();
  expect(receiver.received).toHaveLength(1);
  const [notice] = receiver.received;
  const header = (name: string) => String(notice?.headers[name]);
  const text = platformSignText(
    header('wechatpay-timestamp'),
    header('wechatpay-nonce'),
    Buffer.from(notice?.body ?? ''),
  );
  expect(rsaVerify(sandbox.keys.wechatPay.platformPublicKey.publicKeyPem, text, header('wechatpay-signature'))).toBe(
    true,
  );
  const plain = decrypt(JSON.parse(notice?.body ?? '').resource);

  const query = await payCall(sandbox, 'GET', `/v3/pay/transactions/out-trade-no/HMB20260101000002?mchid=1900000001`);
  expect(query.data).toMatchObject({
    trade_state: 'SUCCESS',
    trade_type: 'MWEB',
    attach: 'order=2',
    amount: { total: 15800 },
  });
  expect(plain).toEqual(query.data);
  const byId = await payCall(sandbox, 'GET', `/v3/pay/transactions/id/${query.data.transaction_id}?mchid=1900000001`);
  expect(byId.data).toEqual(query.data);
});

test('a JSAPI order is paid in the frame and the frame tells the shop page', async () => {
  const body = orderBody(sandbox, 'HMB20260101000003', { notify_url: receiver.url }, OPENID);
  const created = await payCall(sandbox, 'POST', '/v3/pay/transactions/jsapi', body);
  const prepayId: string = created.data.prepay_id;
  const cashier = await (await fetch(`${sandbox.origin}/_wx/cashier?${jsapiCashierQuery(sandbox, prepayId)}`)).text();
  expect(cashier).toContain('data-testid="pay"');
  const form = new URLSearchParams({ action: 'pay', prepay_id: prepayId, shop_origin: 'http://localhost:3000' });
  const result = await (await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form })).text();
  expect(result).toContain('data-result="ok"');
  await sandbox.control.settle();
  expect(decrypt(JSON.parse(receiver.received[0]?.body ?? '').resource)).toMatchObject({
    out_trade_no: 'HMB20260101000003',
    payer: { openid: OPENID },
  });
});

test('an unpaid order is closed and stays closed', async () => {
  await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, 'HMB20260101000004'));
  const target = '/v3/pay/transactions/out-trade-no/HMB20260101000004';
  const closed = await payCall(sandbox, 'POST', `${target}/close`, { mchid: '1900000001' });
  expect(closed).toMatchObject({ status: 204, text: '', signatureFits: true });
  const query = await payCall(sandbox, 'GET', `${target}?mchid=1900000001`);
  expect(query.data.trade_state).toBe('CLOSED');
  expect(query.data.transaction_id).toBeUndefined();
});
