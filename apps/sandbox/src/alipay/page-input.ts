import { isLoopbackName } from '../sandbox-parts.ts';
import { AlipayError, invalidField } from './alipay-error.ts';
import type { PageRequest } from './alipay-rows.ts';
import type { Fields } from './signing.ts';

type Content = Record<string, unknown>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST_MS = 15 * DAY;
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;
const AMOUNT = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/;
const MAX_FEN = 10_000_000_000;

/** `biz_content` as an object. Throws 40002 when it is no JSON object. */
export function readContent(fields: Fields): Content {
  if (!fields.biz_content) throw new AlipayError('40001', 'isv.missing-parameter', '缺少 biz_content');
  let value: unknown;
  try {
    value = JSON.parse(fields.biz_content);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AlipayError('40002', 'isv.invalid-parameter', 'biz_content 不是合法的 JSON 对象');
  return value as Content;
}

/** A required text of at most `max` characters. */
export function required(content: Content, name: string, max: number): string {
  const value = optional(content, name, max);
  if (value === undefined) throw invalidField(name, '必填');
  return value;
}

/** An optional text of at most `max` characters; an empty one counts as absent. */
export function optional(content: Content, name: string, max: number): string | undefined {
  const value = content[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalidField(name, '必须是字符串');
  if ([...value].length > max) throw invalidField(name, `长度不能超过${max}`);
  return value;
}

/** Fen of a text in yuan with at most two decimals, 0.01 to 100000000. */
export function amountFen(content: Content, name: string): number {
  const match = AMOUNT.exec(required(content, name, 11));
  const fen = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  if (fen < 1 || fen > MAX_FEN) throw invalidField(name, '单位为元，最多两位小数，取值0.01到100000000');
  return fen;
}

/** An address for notifications: https, or plain http on loopback, which the real platform could not reach. */
export function notifyAddress(fields: Fields): string | undefined {
  const value = fields.notify_url;
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const reachable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!reachable || value.length > 256) throw invalidField('notify_url', '必须是最多256个字符的https地址');
  return value;
}

/** Checks a WAP payment field by field. */
export function readPageInput(fields: Fields, nowMs: number): Omit<PageRequest, 'token' | 'openedAtMs'> {
  const content = readContent(fields);
  const outTradeNo = required(content, 'out_trade_no', 64);
  if (!/^[0-9A-Za-z_]+$/.test(outTradeNo)) throw invalidField('out_trade_no', '只能是字母、数字、下划线');
  const subject = required(content, 'subject', 256);
  if (/[/=&]/.test(subject)) throw invalidField('subject', '不能有 / = &');
  if (required(content, 'product_code', 64) !== 'QUICK_WAP_WAY')
    throw invalidField('product_code', '应为 QUICK_WAP_WAY');
  const quitUrl = optional(content, 'quit_url', 400);
  if (quitUrl !== undefined && !isPageAddress(quitUrl)) throw invalidField('quit_url', '不是网页地址');
  const returnUrl = fields.return_url || undefined;
  if (returnUrl !== undefined && (!isPageAddress(returnUrl) || returnUrl.length > 256))
    throw invalidField('return_url', '必须是最多256个字符的网页地址');
  return {
    outTradeNo,
    totalFen: amountFen(content, 'total_amount'),
    subject,
    body: optional(content, 'body', 128),
    passbackParams: optional(content, 'passback_params', 512),
    notifyUrl: notifyAddress(fields),
    returnUrl,
    quitUrl,
    expiresAtMs: expiry(content, nowMs),
  };
}

function isPageAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Milliseconds of `2026-01-01 08:30:00`, Beijing time; NaN for anything else. */
export function momentOf(value: string): number {
  const match = MOMENT.exec(value);
  return match ? Date.parse(`${match[1]}T${match[2]}+08:00`) : Number.NaN;
}

function expiry(content: Content, nowMs: number): number {
  const absolute = optional(content, 'time_expire', 32);
  if (absolute !== undefined) {
    const atMs = momentOf(absolute);
    if (Number.isNaN(atMs)) throw invalidField('time_expire', '格式应为yyyy-MM-dd HH:mm:ss');
    if (atMs <= nowMs) throw invalidField('time_expire', '不能早于当前时间');
    return atMs;
  }
  const relative = optional(content, 'timeout_express', 6);
  if (relative === undefined) return nowMs + LONGEST_MS;
  const match = /^([1-9]\d*)([mhdc])$/.exec(relative);
  const unitMs = { m: MINUTE, h: 60 * MINUTE, d: DAY }[match?.[2] ?? ''];
  if (match?.[2] === 'c') return nowMs - ((nowMs + 8 * 60 * MINUTE) % DAY) + DAY * Number(match[1]);
  const lifeMs = Number(match?.[1]) * (unitMs ?? Number.NaN);
  if (!(lifeMs >= MINUTE && lifeMs <= LONGEST_MS)) throw invalidField('timeout_express', '取值1m到15d，或1c');
  return nowMs + lifeMs;
}
