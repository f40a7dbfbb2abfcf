import { isLoopbackName } from '../sandbox-parts.ts';
import { RbError } from './rb-error.ts';

export type Fields = Record<string, unknown>;

const MAX_FEN = 999_999_999_999;

export type OrderInput = {
  outTradeNo: string;
  amountFen: number;
  subject: string;
  notifyUrl: string;
  returnUrl: string;
  expiresAtMs: number;
};

/** A body as a JSON object. */
export function readBody(body: Buffer): Fields {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RbError('parameter', '请求体应为 JSON 对象');
  return value as Fields;
}

/** Checks a new order field by field. */
export function readOrderInput(data: Fields, nowMs: number): OrderInput {
  const expiresAtMs = momentOf(text(data, 'expireTime', 14));
  if (Number.isNaN(expiresAtMs)) throw wrong('expireTime', '格式应为yyyyMMddHHmmss');
  if (expiresAtMs <= nowMs) throw wrong('expireTime', '不能早于当前时间');
  return {
    outTradeNo: number(data, 'outTradeNo'),
    amountFen: fen(data, 'amount'),
    subject: text(data, 'subject', 64),
    notifyUrl: notifyAddress(data),
    returnUrl: pageAddress(data),
    expiresAtMs,
  };
}

/** A required number of the shop's own: at most 32 letters and digits. */
export function number(data: Fields, name: string): string {
  const value = text(data, name, 32);
  if (!/^[0-9A-Za-z]+$/.test(value)) throw wrong(name, '只能是字母和数字');
  return value;
}

/** Integer fen above zero. */
export function fen(data: Fields, name: string): number {
  const value = data[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_FEN)
    throw wrong(name, '应为分，整数');
  return value;
}

function text(data: Fields, name: string, max: number): string {
  const value = data[name];
  if (typeof value !== 'string' || value === '') throw wrong(name, '必填，应为字符串');
  if ([...value].length > max) throw wrong(name, `长度不能超过${max}`);
  return value;
}

/** https, or plain http on loopback, which the real insurer could not reach. */
function notifyAddress(data: Fields): string {
  const value = text(data, 'notifyUrl', 256);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const reachable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!reachable) throw wrong('notifyUrl', '应为https地址');
  return value;
}

function pageAddress(data: Fields): string {
  const value = text(data, 'returnUrl', 256);
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw wrong('returnUrl', '应为网页地址');
  return value;
}

function momentOf(value: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`) : Number.NaN;
}

function wrong(name: string, problem: string): RbError {
  return new RbError('parameter', `参数错误：${name}${problem}`);
}
