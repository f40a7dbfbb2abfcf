import { isLoopbackName, type SandboxParts } from '../sandbox-parts.ts';
import { AcpError } from './acp-error.ts';
import type { FrontRequest } from './acp-rows.ts';
import { acpVerify, type Fields, signText } from './signing.ts';

const WINDOW_MS = 15 * 60_000;
const COMMON = {
  version: /^5\.1\.0$/,
  encoding: /^UTF-8$/i,
  signMethod: /^01$/,
  accessType: /^0$/,
  txnTime: /^\d{14}$/,
};
const ORDER = { orderId: /^[0-9A-Za-z]{8,32}$/ };

/** Sender, signature and the fields that every request has; a transaction has a number. Throws 10, 11 or 13. */
export function checkEnvelope(
  parts: SandboxParts,
  about: 'transaction' | 'file',
  fields: Fields,
  note: (text: string) => void,
): void {
  const { merId, merchant } = parts.keys.unionpay;
  for (const name of ['version', 'encoding', 'certId', 'signMethod', 'merId', 'signature']) need(fields, name);
  if (fields.merId !== merId) throw new AcpError('10', '报文格式错误：商户号不存在');
  if (fields.certId !== merchant.certId) throw new AcpError('11', '验证签名失败：certId不是登记的证书');
  if (!acpVerify(merchant.publicKeyPem, fields, fields.signature ?? '')) {
    note(signText(fields));
    throw new AcpError('11', '验证签名失败');
  }
  checkForm(fields, about === 'file' ? COMMON : { ...COMMON, ...ORDER });
}

/** Every named field must be there and look as written. */
export function checkForm(fields: Fields, forms: Record<string, RegExp>): void {
  for (const [name, form] of Object.entries(forms)) {
    if (!form.test(need(fields, name))) throw new AcpError('10', `报文格式错误：${name}`);
  }
}

/** A field that must not be empty. Throws 13. */
export function need(fields: Fields, name: string): string {
  const value = fields[name];
  if (!value) throw new AcpError('13', `报文交易要素缺失：${name}`);
  return value;
}

/** The order's time must be close to now. Throws 39. */
export function checkTxnTime(fields: Fields, nowMs: number): void {
  const atMs = momentOf(fields.txnTime ?? '');
  if (Number.isNaN(atMs) || Math.abs(nowMs - atMs) > WINDOW_MS)
    throw new AcpError('39', '交易不在受理时间范围内：txnTime与当前时间相差不超过15分钟');
}

/** Integer fen, 1 to 12 digits. */
export function amountFen(fields: Fields): number {
  checkForm(fields, { txnAmt: /^[1-9]\d{0,11}$/, currencyCode: /^156$/ });
  return Number(fields.txnAmt);
}

/** https, or plain http on loopback, which the real gateway could not reach. */
export function backUrl(fields: Fields): string {
  const value = need(fields, 'backUrl');
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const reachable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!reachable || value.length > 256) throw new AcpError('10', '报文格式错误：backUrl');
  return value;
}

/** Checks a payment page's form field by field. */
export function readFrontInput(fields: Fields, nowMs: number): Omit<FrontRequest, 'token' | 'openedAtMs'> {
  checkForm(fields, { txnType: /^01$/, txnSubType: /^01$/, bizType: /^000201$/, channelType: /^0[78]$/ });
  checkTxnTime(fields, nowMs);
  const frontUrl = pageAddress('frontUrl', need(fields, 'frontUrl'));
  const expiresAtMs = fields.payTimeout ? momentOf(fields.payTimeout) : nowMs + 15 * 86_400_000;
  if (Number.isNaN(expiresAtMs)) throw new AcpError('10', '报文格式错误：payTimeout');
  if (expiresAtMs <= nowMs) throw new AcpError('39', '交易不在受理时间范围内：已过支付超时时间');
  if ((fields.reqReserved ?? '').length > 1024) throw new AcpError('10', '报文格式错误：reqReserved');
  return {
    orderId: fields.orderId ?? '',
    txnTime: fields.txnTime ?? '',
    txnFen: amountFen(fields),
    frontUrl,
    frontFailUrl: fields.frontFailUrl ? pageAddress('frontFailUrl', fields.frontFailUrl) : undefined,
    backUrl: backUrl(fields),
    expiresAtMs,
    echo: echoOf(fields),
  };
}

/** What answers and notifications repeat of a request. */
export function echoOf(fields: Fields): Fields {
  const names = ['accessType', 'bizType', 'txnType', 'txnSubType', 'orderId', 'txnTime', 'txnAmt', 'reqReserved'];
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/** Milliseconds of `20260101083000`, Beijing time; NaN for anything else. */
export function momentOf(value: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`) : Number.NaN;
}

function pageAddress(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol) || value.length > 256)
    throw new AcpError('10', `报文格式错误：${name}`);
  return value;
}
