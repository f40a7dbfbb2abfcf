import { isIP } from 'node:net';
import { isLoopbackName } from '../sandbox-parts.ts';
import { LklError } from './lkl-error.ts';
import { PAY_MODES, type PayMode } from './lkl-rows.ts';

export type Fields = Record<string, unknown>;

const LONGEST_MS = 7 * 86_400_000;
const MAX_FEN = 999_999_999_999;

export type OrderInput = {
  outOrderNo: string;
  totalFen: number;
  orderInfo: string;
  expiresAtMs: number;
  notifyUrl: string | undefined;
  callbackUrl: string | undefined;
  payMode: PayMode | undefined;
  supportRefund: boolean;
  supportRepeatPay: boolean;
};

export type RefundInput = {
  outTradeNo: string;
  refundFen: number;
  reason: string;
  originTradeNo: string | undefined;
  originOutTradeNo: string | undefined;
};

/** The `req_data` of a body. Throws when the envelope is not as it must be. */
export function readEnvelope(body: Buffer): Fields {
  const envelope = objectOf(body);
  const { req_time: reqTime, version, req_data: data } = envelope ?? {};
  if (version !== '3.0') throw wrong('version', '应为3.0');
  if (typeof reqTime !== 'string' || Number.isNaN(momentOf(reqTime))) throw wrong('req_time', '格式应为yyyyMMddHHmmss');
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw wrong('req_data', '应为对象');
  return data as Fields;
}

/** Checks a new order field by field. */
export function readOrderInput(data: Fields, nowMs: number): OrderInput {
  const expiresAtMs = momentOf(text(data, 'order_efficient_time', 14));
  if (Number.isNaN(expiresAtMs)) throw wrong('order_efficient_time', '格式应为yyyyMMddHHmmss');
  if (expiresAtMs <= nowMs || expiresAtMs > nowMs + LONGEST_MS)
    throw wrong('order_efficient_time', '应晚于当前时间，最长7天');
  const { total_amount: total } = data;
  if (typeof total !== 'number' || !Number.isInteger(total) || total < 1 || total > MAX_FEN)
    throw wrong('total_amount', '应为分，整数');
  flag(data, 'support_cancel');
  return {
    outOrderNo: number(data, 'out_order_no', 32),
    totalFen: total,
    orderInfo: text(data, 'order_info', 64),
    expiresAtMs,
    notifyUrl: notifyAddress(data),
    callbackUrl: pageAddress(data),
    payMode: payMode(data),
    supportRefund: flag(data, 'support_refund'),
    supportRepeatPay: flag(data, 'support_repeat_pay'),
  };
}

/** Checks a refund field by field. */
export function readRefundInput(data: Fields): RefundInput {
  text(data, 'term_no', 16);
  const amount = text(data, 'refund_amount', 12);
  if (!/^[1-9]\d{0,11}$/.test(amount)) throw wrong('refund_amount', '应为分，整数');
  const { location_info: location } = data;
  const requestIp = (typeof location === 'object' && location !== null ? location : {}) as Fields;
  if (isIP(optional(requestIp, 'request_ip', 64) ?? '') === 0) throw wrong('location_info.request_ip', '应为IP地址');
  const originTradeNo = optional(data, 'origin_trade_no', 32);
  const originOutTradeNo = optional(data, 'origin_out_trade_no', 32);
  if (originTradeNo === undefined && originOutTradeNo === undefined) throw wrong('origin_trade_no', '必填');
  return {
    outTradeNo: number(data, 'out_trade_no', 32),
    refundFen: Number(amount),
    reason: optional(data, 'refund_reason', 32) ?? '',
    originTradeNo,
    originOutTradeNo,
  };
}

/** A required text of at most `max` characters. */
export function text(data: Fields, name: string, max: number): string {
  const value = optional(data, name, max);
  if (value === undefined) throw wrong(name, '必填');
  return value;
}

/** An optional text of at most `max` characters; an empty one counts as absent. */
export function optional(data: Fields, name: string, max: number): string | undefined {
  const value = data[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw wrong(name, '应为字符串');
  if ([...value].length > max) throw wrong(name, `长度不能超过${max}`);
  return value;
}

/** Milliseconds of `20260101083000`, Beijing time; NaN for anything else. */
export function momentOf(value: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`) : Number.NaN;
}

function objectOf(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function number(data: Fields, name: string, max: number): string {
  const value = text(data, name, max);
  if (!/^[0-9A-Za-z]+$/.test(value)) throw wrong(name, '只能是字母和数字');
  return value;
}

function flag(data: Fields, name: string): boolean {
  const value = data[name] ?? 0;
  if (value !== 0 && value !== 1) throw wrong(name, '应为0或1');
  return value === 1;
}

/** https, or plain http on loopback, which the real platform could not reach. */
function notifyAddress(data: Fields): string | undefined {
  const value = optional(data, 'notify_url', 128);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const reachable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!reachable) throw wrong('notify_url', '应为https地址');
  return value;
}

function pageAddress(data: Fields): string | undefined {
  const value = optional(data, 'callback_url', 128);
  if (value !== undefined && !(URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)))
    throw wrong('callback_url', '应为网页地址');
  return value;
}

function payMode(data: Fields): PayMode | undefined {
  const written = optional(data, 'counter_param', 1024);
  if (written === undefined) return undefined;
  const mode = objectOf(Buffer.from(written))?.pay_mode;
  if (mode === undefined) return undefined;
  if (typeof mode !== 'string' || !Object.hasOwn(PAY_MODES, mode))
    throw wrong('counter_param', 'pay_mode应为WECHAT、ALIPAY或UNION');
  return mode as PayMode;
}

function wrong(name: string, problem: string): LklError {
  return new LklError('parameter', `参数错误：${name}${problem}`);
}
