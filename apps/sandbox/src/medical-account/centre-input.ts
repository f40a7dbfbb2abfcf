import { isLoopbackName, isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { fieldError } from './centre-error.ts';
import type { Data } from './signing.ts';

/** A text field that must be there and look as written. Throws 40001. */
export function need(data: Data, name: string, form: RegExp = /^.{1,500}$/su): string {
  const value = data[name];
  if (typeof value !== 'string' || value === '') throw fieldError(name, '不能为空');
  if (!form.test(value)) throw fieldError(name, '格式错误');
  return value;
}

/** Fen of a yuan text with two decimals; an absent amount is nothing. Throws 40001. */
export function fenOf(data: Data, name: string): number {
  if (data[name] === undefined) return 0;
  const [yuan = '', cents = ''] = need(data, name, /^(0|[1-9]\d{0,8})\.\d\d$/).split('.');
  return Number(yuan) * 100 + Number(cents);
}

export const OUR_NUMBER: RegExp = /^[0-9A-Za-z]{8,32}$/;

/** Who is asked about or pays: resident identity cards only. Throws 40001. */
export function personOf(data: Data): { idNo: string; userName: string } {
  need(data, 'idType', /^01$/);
  return { idNo: need(data, 'idNo', /^\d{17}[\dX]$/), userName: need(data, 'userName', /^.{1,60}$/u) };
}

/** An address that the browser is sent to. Throws 40001. */
export function pageAddress(parts: SandboxParts, data: Data, name: string): string {
  const value = need(data, name, /^.{1,500}$/);
  const https = URL.canParse(value) && new URL(value).protocol === 'https:';
  if (!https && !isShopAddress(parts, value)) throw fieldError(name, '不是登记的商家地址');
  return value;
}

/** https, or plain http on loopback, which the real centre could not reach. Throws 40001. */
export function noticeAddress(data: Data, name: string): string {
  const value = need(data, name, /^.{1,256}$/);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const reachable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!reachable) throw fieldError(name, '不是可通知的地址');
  return value;
}
