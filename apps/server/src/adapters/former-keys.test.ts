import { createPrivateKey, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keysFromVectors, makeFreshKeys, type SandboxKeys } from '@huimin/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RawNotice } from '../ports/payment-provider.ts';
import { createAlipay } from './alipay/index.ts';
import { signText as alipayText, sign as signAlipay } from './alipay/rsa2.ts';
import { createKeyRing } from './key-ring.ts';
import { createLakala } from './lakala/index.ts';
import { signText as centreText, sealEnvelope } from './medical-account/envelope.ts';
import { createMedicalAccount } from './medical-account/index.ts';
import { sign as signSm2 } from './medical-account/sm2-signature.ts';
import { createRb } from './rb/index.ts';
import { sign as signRb } from './rb/signature.ts';
import { signed as signedAcp } from './unionpay/acp-signature.ts';
import { createUnionpay } from './unionpay/index.ts';
import { createWechatPapay } from './wechat-papay/index.ts';
import { sign as signV2 } from './wechat-papay/v2-signature.ts';
import { writeXml } from './wechat-papay/xml.ts';
import { createWechatPay } from './wechat-pay/index.ts';
import { signText as signWechat } from './wechat-pay/request-signature.ts';

const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../tests/vectors/providers/${name}`, import.meta.url), 'utf8'));

const NOW_MS = Date.parse('2026-01-01T08:01:03+08:00');
const SECONDS = String(NOW_MS / 1000);
const TIME = '20260101080102';
const PLACED = { merchantOrderNo: 'HMB20260101000001', placedAtMs: NOW_MS };
/** RSA pairs take their time where many tests run at once. */
const KEYS_TIMEOUT_MS = 60_000;

interface Answer {
  readonly headers?: Record<string, string>;
  readonly body: string;
}

interface Shop {
  read(notice: RawNotice): Promise<{ readonly kind: string }> | { readonly kind: string };
  /** Asks about something that the provider says it does not know, or that is not paid. */
  ask(): Promise<{ readonly kind: string }>;
  closeConnections(): void;
}

interface Rotation {
  readonly setting: string;
  /** The shop that lists these keys, at this address of the provider. */
  shop(listed: readonly SandboxKeys[], baseUrl: string): Shop;
  /** A notice of a payment, and an answer, made by the holder of these keys. */
  notice(keys: SandboxKeys): RawNotice;
  answer(keys: SandboxKeys): Answer;
}

let now: SandboxKeys;
let former: SandboxKeys;
let stranger: SandboxKeys;
let answer: Answer;
let baseUrl: string;
const told: unknown[] = [];

const outside = {
  clock: { now: () => NOW_MS },
  random: { bytes: (size: number) => Buffer.alloc(size, 7), below: () => 0 },
  log: { info: (fields: object) => void told.push(fields), warn() {}, error() {} },
};

const provider = createServer((_request, response) => void response.writeHead(200, answer.headers).end(answer.body));

beforeAll(async () => {
  former = keysFromVectors();
  now = makeFreshKeys();
  stranger = makeFreshKeys();
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
}, KEYS_TIMEOUT_MS);
afterAll(() => void provider.close());
beforeEach(() => {
  told.length = 0;
});

const ringOf = <K>(key: K) => createKeyRing([key], { setting: '', log: outside.log });
const formOf = (fields: Readonly<Record<string, string>>): RawNotice => ({
  headers: {},
  body: Buffer.from(new URLSearchParams(fields).toString()),
});

const wechat = example('wechatpay-v3.json');

function wechatHeaders({ wechatPay }: SandboxKeys, body: string): Record<string, string> {
  const { privateKeyPem, publicKeyId } = wechatPay.platformPublicKey;
  return {
    'wechatpay-timestamp': SECONDS,
    'wechatpay-nonce': 'N',
    'wechatpay-serial': publicKeyId,
    'wechatpay-signature': signWechat(`${SECONDS}\nN\n${body}\n`, createPrivateKey(privateKeyPem)),
  };
}

const wechatPay: Rotation = {
  setting: 'WXPAY_PUBLIC_KEY',
  shop(listed, at) {
    const made = createWechatPay({
      ...outside,
      ...{ baseUrl: at, appId: wechat.jsapi_pay_sign.input.appId, merchantId: wechat.mchid },
      merchantSerialNo: wechat.merchant.serial_no,
      merchantPrivateKeyPem: wechat.merchant.private_key_pem,
      apiV3Keys: [wechat.api_v3_key],
      publicKeys: listed.map(({ wechatPay: { platformPublicKey: key } }) => ({
        id: key.publicKeyId,
        pem: key.publicKeyPem,
      })),
      useCertificates: false,
    });
    return { read: made.verifyNotice, ask: () => made.query(PLACED), closeConnections: made.closeConnections };
  },
  notice: (keys) => {
    const { body } = wechat.notification;
    return { headers: wechatHeaders(keys, body), body: Buffer.from(body) };
  },
  answer(keys) {
    const body = JSON.stringify({
      ...{ appid: wechat.jsapi_pay_sign.input.appId, mchid: wechat.mchid },
      ...{ out_trade_no: PLACED.merchantOrderNo, trade_state: 'NOTPAY' },
    });
    return { headers: wechatHeaders(keys, body), body };
  },
};

const papayOwner = { appid: 'wx0000sandbox0001', mch_id: '1900000001' };
const v2Message = ({ wechatPapay: { apiV2Key } }: SandboxKeys, given: Record<string, string>): string => {
  const fields = { return_code: 'SUCCESS', ...papayOwner, sign_type: 'HMAC-SHA256', ...given };
  return writeXml({ ...fields, sign: signV2(fields, apiV2Key, 'HMAC-SHA256') });
};

const wechatPapay: Rotation = {
  setting: 'WXPAY_API_V2_KEY',
  shop(listed, at) {
    const made = createWechatPapay({
      ...outside,
      ...{ baseUrl: at, pageBase: at, planId: '100001' },
      ...{ appId: papayOwner.appid, merchantId: papayOwner.mch_id },
      apiV2Keys: listed.map((keys) => keys.wechatPapay.apiV2Key),
    });
    return {
      read: made.readPaymentNotice,
      ask: () => made.queryContract('KJS000000000000000000101'),
      closeConnections: made.closeConnections,
    };
  },
  notice: (keys) => ({
    headers: {},
    body: Buffer.from(
      v2Message(keys, {
        ...{ result_code: 'SUCCESS', trade_type: 'PAP', total_fee: '15800', fee_type: 'CNY' },
        ...{ transaction_id: '4200020260101000000000000001', out_trade_no: PLACED.merchantOrderNo, time_end: TIME },
      }),
    ),
  }),
  answer: (keys) => ({ body: v2Message(keys, { result_code: 'FAIL', err_code: 'CONTRACT_NOT_EXIST' }) }),
};

const alipayExample = example('alipay-rsa2.json');

const alipay: Rotation = {
  setting: 'ALIPAY_PUBLIC_KEY',
  shop(listed, at) {
    const made = createAlipay({
      ...outside,
      ...{ gateway: `${at}/gateway.do`, appId: alipayExample.app_id },
      sellerId: alipayExample.async_notify.fields.seller_id,
      appPrivateKeyPem: alipayExample.app.private_key_pem,
      alipayPublicKeyPems: listed.map((keys) => keys.alipay.alipay.publicKeyPem),
    });
    return { read: made.verifyNotice, ask: () => made.query(PLACED), closeConnections: made.closeConnections };
  },
  notice(keys) {
    const { sign: _, ...fields } = alipayExample.async_notify.fields;
    const key = createPrivateKey(keys.alipay.alipay.privateKeyPem);
    return formOf({ ...fields, sign: signAlipay(alipayText(fields, 'message'), key) });
  },
  answer(keys) {
    const node = '{"code":"40004","msg":"Business Failed","sub_code":"ACQ.TRADE_NOT_EXIST"}';
    const sign = signAlipay(node, createPrivateKey(keys.alipay.alipay.privateKeyPem));
    return { body: `{"alipay_trade_query_response":${node},"sign":"${sign}"}` };
  },
};

const acp = example('unionpay-acp510.json');

function acpMessage({ unionpay: { signing } }: SandboxKeys, given: Record<string, string>): Record<string, string> {
  const { signature: _, ...fields } = { ...given, signPubKeyCert: signing.certificatePem } as Record<string, string>;
  return { ...signedAcp(fields, createPrivateKey(signing.privateKeyPem)) };
}

const unionpay: Rotation = {
  setting: 'UNIONPAY_CERTIFICATES',
  shop(listed, at) {
    const made = createUnionpay({
      ...outside,
      ...{ baseUrl: at, fileUrl: at, merId: acp.merchant.merId, certId: acp.merchant.certId_decimal },
      merchantPrivateKeyPem: acp.merchant.private_key_pem,
      trustedCertificatesPem: listed
        .map(({ unionpay: { rootCertificatePem: root, middleCertificatePem: middle = '' } }) => `${root}\n${middle}`)
        .join('\n'),
      signerOrganisation: '00040000:SIGN',
    });
    return { read: made.verifyNotice, ask: () => made.query(PLACED), closeConnections: made.closeConnections };
  },
  notice: (keys) => formOf(acpMessage(keys, acp.back_notification.fields)),
  answer(keys) {
    const about = { merId: acp.merchant.merId, orderId: PLACED.merchantOrderNo, txnTime: '20260101080103' };
    const fields = acpMessage(keys, { ...about, respCode: '34' });
    return {
      body: Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    };
  },
};

const lakalaExample = example('lakala.json');
const lakalaTold = JSON.parse(lakalaExample.notification.body);
const signLakala = ({ lakala: { platform } }: SandboxKeys, text: string): string =>
  createSign('RSA-SHA256').update(text).sign(platform.privateKeyPem, 'base64');

const lakala: Rotation = {
  setting: 'LKL_PLATFORM_CERTIFICATE',
  shop(listed, at) {
    const made = createLakala({
      ...outside,
      ...{ baseUrl: at, appId: lakalaExample.appid, merchantNo: lakalaTold.merchant_no, termNo: lakalaTold.term_no },
      merchantSerialNo: lakalaExample.merchant.serial_no,
      merchantPrivateKeyPem: lakalaExample.merchant.private_key_pem,
      platformCertificatePems: listed.map((keys) => keys.lakala.platform.certificatePem),
      ...{ requestIp: '203.0.113.9', absentCodes: ['A1'] },
    });
    return { read: made.verifyNotice, ask: () => made.query(PLACED), closeConnections: made.closeConnections };
  },
  notice(keys) {
    const { body } = lakalaExample.notification;
    const signature = signLakala(keys, `${SECONDS}\nn\n${body}\n`);
    const authorization = `LKLAPI-SHA256withRSA timestamp="${SECONDS}",nonce_str="n",signature="${signature}"`;
    return { headers: { authorization }, body: Buffer.from(body) };
  },
  answer(keys) {
    const { serialNo } = keys.lakala.platform;
    const body = '{"code":"A1","msg":"unheard of"}';
    return {
      headers: {
        ...{ 'lklapi-appid': lakalaExample.appid, 'lklapi-serial': serialNo },
        ...{ 'lklapi-timestamp': SECONDS, 'lklapi-nonce': 'n' },
        'lklapi-signature': signLakala(keys, `${lakalaExample.appid}\n${serialNo}\n${SECONDS}\nn\n${body}\n`),
      },
      body,
    };
  },
};

const channelCode = 'SBXRB01';

function rbMessage(
  { rb: { secret } }: SandboxKeys,
  content: object,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(content);
  const headers = {
    ...{ 'x-rb-channel': channelCode, 'x-rb-timestamp': SECONDS, 'x-rb-nonce': 'n' },
    'x-rb-sign': signRb(secret, SECONDS, 'n', body),
  };
  return { headers, body };
}

const rb: Rotation = {
  setting: 'RB_SECRET',
  shop(listed, at) {
    const made = createRb({ ...outside, baseUrl: at, channelCode, secrets: listed.map((keys) => keys.rb.secret) });
    return { read: made.verifyNotice, ask: () => made.query(PLACED), closeConnections: made.closeConnections };
  },
  notice(keys) {
    const { headers, body } = rbMessage(keys, {
      ...{ notifyId: 'RBN1', type: 'PAY', outTradeNo: PLACED.merchantOrderNo, payOrderNo: 'RB1' },
      ...{ amount: 15_800, status: 'PAID', time: TIME },
    });
    return { headers, body: Buffer.from(body) };
  },
  answer: (keys) => rbMessage(keys, { code: '2001', message: 'unheard of' }),
};

const centre = example('nhsa-sm.json');
const appKey = Buffer.from(centre.app.private_key_hex, 'hex');
const base64 = (text: string) => Buffer.from(text, 'base64');

/** The centre's side of a rotation: of `secret` and `pair`, one is replaced and the other stays. */
function medicalAccount(
  setting: string,
  secretOf: (keys: SandboxKeys) => string,
  pairOf: (keys: SandboxKeys) => { privateKeyBase64: string; publicKeyBase64: string },
): Rotation {
  const once = <T>(values: T[]) => [...new Set(values)];
  return {
    setting,
    shop(listed, at) {
      const made = createMedicalAccount({
        ...outside,
        ...{ baseUrl: at, appId: centre.appId, privateKey: appKey },
        appSecrets: once(listed.map(secretOf)),
        platformPublicKeys: once(listed.map((keys) => pairOf(keys).publicKeyBase64)).map(base64),
        ...{ orgCode: 'SBXORG320000', orgName: '沙箱承保机构', merchantId: 'SBX0001' },
      });
      return { read: made.verifyNotice, ask: () => made.query(PLACED), closeConnections: made.closeConnections };
    },
    notice(keys) {
      const side = {
        ...{ appId: centre.appId, appSecrets: ringOf(secretOf(keys)) },
        privateKey: base64(pairOf(keys).privateKeyBase64),
        platformPublicKeys: ringOf(Buffer.alloc(65)),
      };
      const data = {
        ...{ notifyType: 'PAY', notifyId: 'YB1', outTradeNo: PLACED.merchantOrderNo, payOrdId: 'ORD1', payTime: TIME },
        ...{ tradeStatus: 'SUCCESS', amount: '158.00', psnAcctPayAmt: '158.00', ownPayAmt: '0.00' },
        psnAcctMerchantId: 'SBX0001',
      };
      return { headers: {}, body: Buffer.from(JSON.stringify(sealEnvelope(side, data, NOW_MS))) };
    },
    answer(keys) {
      const top = { appId: centre.appId, signType: 'SM2', version: '2.0.1', timestamp: String(NOW_MS), code: '40401' };
      const signData = signSm2(centreText(top, null, secretOf(keys)), base64(pairOf(keys).privateKeyBase64));
      return { body: JSON.stringify({ ...top, signData }) };
    },
  };
}

const rotations = [
  wechatPay,
  wechatPapay,
  alipay,
  unionpay,
  lakala,
  rb,
  medicalAccount(
    'HSA_APP_SECRET',
    (keys) => keys.medicalAccount.appSecret,
    () => former.medicalAccount.platform,
  ),
  medicalAccount(
    'HSA_PLATFORM_PUBLIC_KEY',
    () => former.medicalAccount.appSecret,
    (keys) => keys.medicalAccount.platform,
  ),
];

async function believed(
  rotation: Rotation,
  listed: readonly SandboxKeys[],
  by: SandboxKeys,
): Promise<{ notice: boolean; answer: boolean }> {
  const shop = rotation.shop(listed, baseUrl);
  try {
    answer = rotation.answer(by);
    const [read, asked] = [await shop.read(rotation.notice(by)), await shop.ask()];
    return { notice: read.kind === 'paid', answer: asked.kind === 'unpaid' || asked.kind === 'absent' };
  } finally {
    shop.closeConnections();
  }
}

describe.each(rotations)('$setting', (rotation) => {
  test('what the key in use and the listed other one made is believed, in either order', async () => {
    for (const listed of [
      [now, former],
      [former, now],
    ]) {
      for (const by of listed) expect(await believed(rotation, listed, by)).toEqual({ notice: true, answer: true });
      expect(await believed(rotation, listed, stranger)).toEqual({ notice: false, answer: false });
    }
  });

  test('what a key made that is no longer listed, or not yet, is refused', async () => {
    for (const [listed, other] of [
      [now, former],
      [former, now],
    ] as const) {
      expect(await believed(rotation, [listed], listed)).toEqual({ notice: true, answer: true });
      expect(await believed(rotation, [listed], other)).toEqual({ notice: false, answer: false });
    }
  });
});

// A certificate of UnionPay comes along with the message and leads to its root by itself: no other key is tried.
test.each(rotations.filter((rotation) => rotation !== unionpay))(
  '$setting: the log tells that the other one is still used, and only then',
  async (rotation) => {
    await believed(rotation, [now, former], now);
    expect(told).toEqual([]);
    await believed(rotation, [now, former], stranger);
    expect(told).toEqual([]);
    await believed(rotation, [now, former], former);
    expect(told).toEqual(Array.from(told, () => ({ setting: rotation.setting, place: 2 })));
    expect(told.length).toBeGreaterThanOrEqual(2);
  },
);
