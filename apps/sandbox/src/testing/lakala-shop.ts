import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../create-sandbox.ts';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';
import { lklTime } from '../lakala/order-book.ts';
import { callText, SCHEME } from '../lakala/signing.ts';
import type { AnyJson } from './shop.ts';

const PATHS = {
  create: '/api/v3/ccss/counter/order/special_create',
  query: '/api/v3/ccss/counter/order/query',
  close: '/api/v3/ccss/counter/order/close',
  refund: '/api/v3/rfd/refund_front/refund',
  refundQuery: '/api/v3/rfd/refund_front/refund_query',
} as const;

export type LklChange = {
  appId?: string;
  serialNo?: string;
  nonce?: string;
  /** Milliseconds the shop's clock is wrong. */
  offsetMs?: number;
  version?: string;
  contentType?: string;
  /** Sent instead of the body that was signed. */
  sentBody?: string;
};

/** One call of a well-behaved shop, except for `change`. */
export async function lklCall(
  sandbox: Sandbox,
  path: keyof typeof PATHS,
  data: Record<string, unknown>,
  change: LklChange = {},
) {
  const { appId, merchantNo, merchant, platform } = sandbox.keys.lakala;
  const nowMs = sandbox.clock.now() + (change.offsetMs ?? 0);
  const body = JSON.stringify({
    req_time: lklTime(nowMs),
    version: change.version ?? '3.0',
    req_data: { merchant_no: merchantNo, ...data },
  });
  const id = change.appId ?? appId;
  const serialNo = change.serialNo ?? merchant.serialNo;
  const timestamp = String(Math.floor(nowMs / 1000));
  const nonce = change.nonce ?? randomBytes(6).toString('hex');
  const signature = rsaSign(merchant.privateKeyPem, callText(id, serialNo, timestamp, nonce, body));
  const response = await fetch(sandbox.origin + PATHS[path], {
    method: 'POST',
    headers: {
      'content-type': change.contentType ?? 'application/json',
      authorization: `${SCHEME} appid="${id}",serial_no="${serialNo}",timestamp="${timestamp}",nonce_str="${nonce}",signature="${signature}"`,
    },
    body: change.sentBody ?? body,
  });
  const text = await response.text();
  const header = (name: string): string => response.headers.get(`lklapi-${name}`) ?? '';
  const covered = callText(header('appid'), header('serial'), header('timestamp'), header('nonce'), text);
  const data0 = parse(text);
  return {
    status: response.status,
    text,
    code: data0?.code as string | undefined,
    data: data0?.resp_data as AnyJson,
    signatureFits:
      header('appid') === appId &&
      header('serial') === platform.serialNo &&
      rsaVerify(platform.publicKeyPem, covered, header('signature')),
  };
}

/** `req_data` of a valid order. */
export function counterOrder(sandbox: Sandbox, outOrderNo: string, more: Record<string, unknown> = {}) {
  return {
    out_order_no: outOrderNo,
    total_amount: 15_800,
    order_efficient_time: lklTime(sandbox.clock.now() + 30 * 60_000),
    notify_url: 'http://127.0.0.1:9/notify',
    callback_url: 'http://localhost:3000/back',
    support_refund: 1,
    order_info: '补充医疗保险 基础版',
    ...more,
  };
}

/** `req_data` of a valid refund of an order that is paid. */
export function counterRefund(sandbox: Sandbox, outOrderNo: string, more: Record<string, unknown> = {}) {
  const trade = sandbox.control.lakala.orders
    .find(outOrderNo)
    ?.trades.find((row) => row.tradeType === 'PAY' && row.tradeStatus === 'S');
  return {
    term_no: sandbox.keys.lakala.termNo,
    out_trade_no: `R${outOrderNo}`,
    refund_amount: '15800',
    refund_reason: '订单已关闭',
    origin_trade_no: trade?.tradeNo,
    location_info: { request_ip: '203.0.113.9' },
    ...more,
  };
}

function parse(text: string): AnyJson {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
