import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../create-sandbox.ts';
import { type SignType, v2Sign } from '../wechat-papay/v2-signing.ts';
import { type Fields, messageText, parseMessage } from '../wechat-papay/xml-message.ts';

export type PapayChange = {
  signType?: SignType;
  /** Sent instead of the body that was signed. */
  sentBody?: string;
  key?: string;
};

/** Sends one XML call as a well-behaved merchant, except for `change`. */
export async function papayCall(sandbox: Sandbox, path: string, given: Fields, change: PapayChange = {}) {
  const { apiV2Key } = sandbox.keys.wechatPapay;
  const signType = change.signType ?? 'MD5';
  const fields: Fields = {
    appid: sandbox.keys.wechatAccount.appId,
    mch_id: sandbox.keys.wechatPay.mchid,
    nonce_str: randomBytes(16).toString('hex'),
    ...given,
    ...(signType === 'MD5' ? {} : { sign_type: signType }),
  };
  const response = await fetch(sandbox.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: change.sentBody ?? messageText({ ...fields, sign: v2Sign(fields, change.key ?? apiV2Key, signType) }),
  });
  const text = await response.text();
  const answer = parseMessage(Buffer.from(text)) ?? {};
  const signatureFits = answer.sign === v2Sign(answer, apiV2Key, (answer.sign_type as SignType | undefined) ?? 'MD5');
  return { status: response.status, text, fields: answer, signatureFits };
}

/** The fields of a valid pay-and-sign order. */
export function signedOrder(sandbox: Sandbox, number: string, url: string, more: Fields = {}): Fields {
  return {
    contract_mchid: sandbox.keys.wechatPay.mchid,
    contract_appid: sandbox.keys.wechatAccount.appId,
    out_trade_no: number,
    body: '补充医疗保险 基础版',
    notify_url: url,
    total_fee: '15800',
    spbill_create_ip: '203.0.113.7',
    trade_type: 'JSAPI',
    openid: sandbox.control.users.list()[0]?.openid ?? '',
    plan_id: sandbox.keys.wechatPapay.planId,
    contract_code: `K${number}`,
    request_serial: number.replace(/\D/g, '').padStart(6, '1'),
    contract_display_account: '张*',
    contract_notify_url: url,
    ...more,
  };
}

/** The query of the cashier page as the front script would ask for it. */
export function signedCashierQuery(sandbox: Sandbox, prepayId: string, change: Fields = {}): URLSearchParams {
  const fields: Fields = {
    appId: sandbox.keys.wechatAccount.appId,
    timeStamp: String(Math.floor(sandbox.clock.now() / 1000)),
    nonceStr: randomBytes(16).toString('hex'),
    package: `prepay_id=${prepayId}`,
    signType: 'MD5',
  };
  const paySign = v2Sign(fields, sandbox.keys.wechatPapay.apiV2Key, 'MD5');
  return new URLSearchParams({ page: 'http://localhost:3000/', ...fields, paySign, ...change });
}
