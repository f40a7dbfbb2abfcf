import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acs3Signature, canonicalRequest, percentEncode, sha256Hex, stringToSign } from '../aliyun-sms/acs3.ts';
import type { Sandbox } from '../create-sandbox.ts';
import { paySignText, platformSignText, requestSignText, rsaSign, rsaVerify } from '../wechat-pay/signing.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are another protocol's data; the tests assert their fields one by one.
export type AnyJson = any;

export type PayCallChange = {
  headers?: Record<string, string>;
  timestamp?: string;
  mchid?: string;
  serialNo?: string;
  /** Sent instead of the body that was signed. */
  sentBody?: string;
};

/** Sends one API v3 call as a well-behaved merchant, except for `change`. */
export async function payCall(
  sandbox: Sandbox,
  method: string,
  target: string,
  body?: unknown,
  change: PayCallChange = {},
): Promise<{ status: number; headers: Headers; text: string; bytes: Buffer; data: AnyJson; signatureFits: boolean }> {
  const { merchant, mchid, platformPublicKey } = sandbox.keys.wechatPay;
  const text = body === undefined ? '' : JSON.stringify(body);
  const timestamp = change.timestamp ?? String(Math.floor(sandbox.clock.now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = rsaSign(
    merchant.privateKeyPem,
    requestSignText(method, target, timestamp, nonce, Buffer.from(text)),
  );
  const authorization = `WECHATPAY2-SHA256-RSA2048 mchid="${change.mchid ?? mchid}",nonce_str="${nonce}",timestamp="${timestamp}",serial_no="${change.serialNo ?? merchant.serialNo}",signature="${signature}"`;
  const response = await fetch(sandbox.origin + target, {
    method,
    headers: {
      authorization,
      accept: 'application/json',
      'user-agent': 'shop-test',
      'wechatpay-serial': platformPublicKey.publicKeyId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...change.headers,
    },
    ...(body === undefined ? {} : { body: change.sentBody ?? text }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const answer = bytes.toString('utf8');
  const header = (name: string): string => response.headers.get(name) ?? '';
  const signed = platformSignText(header('wechatpay-timestamp'), header('wechatpay-nonce'), bytes);
  return {
    status: response.status,
    headers: response.headers,
    text: answer,
    bytes,
    data: parse(answer),
    signatureFits: rsaVerify(platformPublicKey.publicKeyPem, signed, header('wechatpay-signature')),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body of a valid order call; JSAPI when an openid is given, otherwise H5. */
export function orderBody(sandbox: Sandbox, outTradeNo: string, more: Record<string, unknown> = {}, openid?: string) {
  return {
    appid: sandbox.keys.wechatAccount.appId,
    mchid: sandbox.keys.wechatPay.mchid,
    description: '补充医疗保险 基础版',
    out_trade_no: outTradeNo,
    notify_url: 'http://127.0.0.1:9/notify',
    amount: { total: 15800, currency: 'CNY' },
    ...(openid ? { payer: { openid } } : { scene_info: { payer_client_ip: '203.0.113.7', h5_info: { type: 'Wap' } } }),
    ...more,
  };
}

/** The query of the cashier page as the front script would ask for it. */
export function jsapiCashierQuery(
  sandbox: Sandbox,
  prepayId: string,
  change: Record<string, string> = {},
): URLSearchParams {
  const fields = {
    appId: sandbox.keys.wechatAccount.appId,
    timeStamp: String(Math.floor(sandbox.clock.now() / 1000)),
    nonceStr: randomBytes(16).toString('hex'),
    package: `prepay_id=${prepayId}`,
  };
  const paySign = rsaSign(sandbox.keys.wechatPay.merchant.privateKeyPem, paySignText(fields));
  return new URLSearchParams({ page: 'http://localhost:3000/', ...fields, signType: 'RSA', paySign, ...change });
}

export type SmsCallChange = {
  nonce?: string;
  date?: string;
  host?: string;
  accessKeyId?: string;
  version?: string;
  action?: string;
};

/** Sends one ACS3 call as a well-behaved caller, except for `change`. */
export async function smsCall(sandbox: Sandbox, query: Record<string, string>, change: SmsCallChange = {}) {
  const { accessKeyId, accessKeySecret } = sandbox.keys.aliyunSms;
  const queryText = Object.entries(query)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&');
  const headers: Record<string, string> = {
    host: change.host ?? 'dysmsapi.aliyuncs.com',
    'x-acs-action': change.action ?? 'SendSms',
    'x-acs-content-sha256': sha256Hex(''),
    'x-acs-date': change.date ?? new Date(sandbox.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': change.nonce ?? randomBytes(16).toString('hex'),
    'x-acs-version': change.version ?? '2017-05-25',
  };
  const signedHeaders = Object.keys(headers).sort();
  const canonical = canonicalRequest({
    method: 'POST',
    queryText,
    headers,
    signedHeaders,
    bodySha256Hex: sha256Hex(''),
  });
  const { host: _host, ...sent } = headers;
  const response = await fetch(`${sandbox.origin}/?${queryText}`, {
    method: 'POST',
    headers: {
      ...sent,
      authorization: `ACS3-HMAC-SHA256 Credential=${change.accessKeyId ?? accessKeyId},SignedHeaders=${signedHeaders.join(';')},Signature=${acs3Signature(accessKeySecret, stringToSign(canonical))}`,
    },
    signal: AbortSignal.timeout(2000),
  });
  return { status: response.status, data: (await response.json()) as Record<string, AnyJson> };
}

export type Received = { headers: IncomingHttpHeaders; body: string };

/** A shop's notification address: keeps what it gets and answers with `status` and `answer`. */
export async function openReceiver(): Promise<{
  url: string;
  received: Received[];
  status: number;
  answer: string;
  close(): Promise<void>;
}> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(receiver.status).end(receiver.answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    received,
    status: 200,
    answer: '',
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
