import { type Fields, signText } from '../alipay/signing.ts';
import { beijingText } from '../clock/beijing-time.ts';
import type { Sandbox } from '../create-sandbox.ts';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';
import type { AnyJson } from './shop.ts';

/** The signed parameters of one call, as a well-behaved shop makes them, except for `change` (before signing). */
export function gatewayFields(sandbox: Sandbox, method: string, content: unknown, change: Fields = {}): Fields {
  const { appId, app } = sandbox.keys.alipay;
  const fields: Fields = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: beijingText(sandbox.clock.now()),
    version: '1.0',
    ...(content === undefined ? {} : { biz_content: JSON.stringify(content) }),
    ...change,
  };
  return { ...fields, sign: rsaSign(app.privateKeyPem, signText(fields, 'request')) };
}

/** Sends parameters as given: the common ones in the query, `biz_content` as a form. */
export async function gatewayPost(sandbox: Sandbox, fields: Fields, contentType?: string) {
  const { biz_content, ...common } = fields;
  const response = await fetch(`${sandbox.origin}/gateway.do?${new URLSearchParams(common)}`, {
    method: 'POST',
    headers: { 'content-type': contentType ?? 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(biz_content === undefined ? {} : { biz_content }).toString(),
  });
  const text = await response.text();
  let parsed: AnyJson;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = {};
  }
  const name = Object.keys(parsed).find((key) => key !== 'sign') ?? '';
  const raw = text.slice(text.indexOf('{', 1), text.lastIndexOf(',"sign"'));
  const fits = rsaVerify(sandbox.keys.alipay.alipay.publicKeyPem, Buffer.from(raw), String(parsed.sign ?? ''));
  return { status: response.status, text, raw, name, node: (parsed[name] ?? {}) as AnyJson, signatureFits: fits };
}

/** One server call. */
export function gatewayCall(sandbox: Sandbox, method: string, content?: unknown, change: Fields = {}) {
  return gatewayPost(sandbox, gatewayFields(sandbox, method, content, change));
}

/** `biz_content` of a valid WAP payment. */
export function wapContent(outTradeNo: string, more: Record<string, unknown> = {}) {
  return {
    out_trade_no: outTradeNo,
    total_amount: '158.00',
    subject: '补充医疗保险 基础版',
    product_code: 'QUICK_WAP_WAY',
    quit_url: 'http://localhost:3000/quit',
    passback_params: 'order%3D2',
    ...more,
  };
}

/** Opens the payment page as a browser does. */
export async function openWap(
  sandbox: Sandbox,
  content: unknown,
  change: Fields = {},
  headers: Record<string, string> = {},
) {
  const fields = gatewayFields(sandbox, 'alipay.trade.wap.pay', content, {
    return_url: 'http://localhost:3000/back?from=alipay#/payLoading',
    ...change,
  });
  const response = await fetch(`${sandbox.origin}/gateway.do?${new URLSearchParams(fields)}`, { headers });
  const html = await response.text();
  return { status: response.status, html, token: /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '' };
}

/** Presses a button of the payment page. */
export function pressWap(sandbox: Sandbox, token: string, action: string) {
  const body = new URLSearchParams({ token, action });
  return fetch(`${sandbox.origin}/alipay/cashier`, { method: 'POST', body, redirect: 'manual' });
}
