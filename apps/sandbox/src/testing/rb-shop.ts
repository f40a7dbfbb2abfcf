import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../create-sandbox.ts';
import { rbTime } from '../rb/order-book.ts';
import { rbSign, rbText, rbVerify } from '../rb/signing.ts';
import type { AnyJson } from './shop.ts';

export type RbChange = {
  channelCode?: string;
  nonce?: string;
  /** Milliseconds the shop's clock is wrong. */
  offsetMs?: number;
  contentType?: string;
  /** Sent instead of the body that was signed. */
  sentBody?: string;
};

/** One call of a well-behaved shop, except for `change`. */
export async function rbCall(
  sandbox: Sandbox,
  path: 'getPayUrl' | 'query' | 'close' | 'refund' | 'refundQuery',
  data: Record<string, unknown>,
  change: RbChange = {},
) {
  const { channelCode, secret } = sandbox.keys.rb;
  const channel = change.channelCode ?? channelCode;
  const timestamp = String(Math.floor((sandbox.clock.now() + (change.offsetMs ?? 0)) / 1000));
  const nonce = change.nonce ?? randomBytes(8).toString('hex');
  const body = JSON.stringify({ channelCode: channel, timestamp, nonce, ...data });
  const response = await fetch(`${sandbox.origin}/gateway/pay/${path}`, {
    method: 'POST',
    headers: {
      'content-type': change.contentType ?? 'application/json',
      'x-rb-channel': channel,
      'x-rb-timestamp': timestamp,
      'x-rb-nonce': nonce,
      'x-rb-sign': rbSign(secret, rbText(timestamp, nonce, body)),
    },
    body: change.sentBody ?? body,
  });
  const text = await response.text();
  const header = (name: string): string => response.headers.get(`x-rb-${name}`) ?? '';
  const answer = parse(text);
  return {
    status: response.status,
    code: answer?.code as string | undefined,
    data: answer?.data as AnyJson,
    signatureFits: rbVerify(secret, rbText(header('timestamp'), header('nonce'), text), header('sign')),
  };
}

function parse(text: string): AnyJson {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A valid order. */
export function rbOrder(sandbox: Sandbox, outTradeNo: string, more: Record<string, unknown> = {}) {
  return {
    outTradeNo,
    amount: 15_800,
    subject: '补充医疗保险 基础版',
    notifyUrl: 'http://127.0.0.1:9/notify',
    returnUrl: 'http://localhost:3000/back',
    expireTime: rbTime(sandbox.clock.now() + 30 * 60_000),
    ...more,
  };
}
