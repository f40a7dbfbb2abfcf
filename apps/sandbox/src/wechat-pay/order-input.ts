import { isLoopbackName } from '../sandbox-parts.ts';
import { parameterError } from './pay-error.ts';
import type { TradeType } from './pay-rows.ts';

/** The fields of an order call after all checks. */
export type OrderInput = {
  appid: string;
  mchid: string;
  description: string;
  outTradeNo: string;
  expiresAtMs: number | undefined;
  attach: string | undefined;
  notifyUrl: string;
  totalFen: number;
  openid: string | undefined;
  fingerprint: string;
};

type Fields = Record<string, unknown>;

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const OUT_TRADE_NO = /^[0-9A-Za-z_\-*]{6,32}$/;
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/;
const H5_TYPES = ['Wap', 'iOS', 'Android'];

/** Parses a body that must be one JSON object. */
export function parseObject(body: Buffer): Fields {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw parameterError('body', '不是合法的JSON');
  }
  return asObject(value, 'body');
}

/** Checks an order call's body field by field, as section 2.3 (JSAPI) or 2.4 (H5) lists them. */
export function readOrderInput(body: Buffer, tradeType: TradeType): OrderInput {
  const fields = parseObject(body);
  const amount = asObject(fields.amount, 'amount');
  const totalFen = amount.total;
  if (typeof totalFen !== 'number' || !Number.isInteger(totalFen) || totalFen < 1) {
    throw parameterError('amount.total', '必须是大于0的整数，单位为分', totalFen);
  }
  if (amount.currency !== undefined && amount.currency !== 'CNY') {
    throw parameterError('amount.currency', '只支持CNY', amount.currency);
  }
  const outTradeNo = text(fields, 'out_trade_no', 32);
  if (!OUT_TRADE_NO.test(outTradeNo)) {
    throw parameterError('out_trade_no', '应为6至32个字符，只能是数字、字母、_-*', outTradeNo);
  }
  const input: OrderInput = {
    appid: text(fields, 'appid', 32),
    mchid: text(fields, 'mchid', 32),
    description: text(fields, 'description', 127),
    outTradeNo,
    expiresAtMs: timeExpire(fields.time_expire),
    attach: optionalText(fields, 'attach', 128),
    notifyUrl: notifyUrl(text(fields, 'notify_url', 255)),
    totalFen,
    openid: undefined,
    fingerprint: `${tradeType} ${canonical(fields)}`,
  };
  optionalText(fields, 'goods_tag', 32);
  if (fields.support_fapiao !== undefined && typeof fields.support_fapiao !== 'boolean') {
    throw parameterError('support_fapiao', '必须是布尔值', fields.support_fapiao);
  }
  if (tradeType === 'JSAPI') {
    input.openid = text(asObject(fields.payer, 'payer'), 'openid', 128, 'payer.openid');
    if (fields.scene_info !== undefined) scene(asObject(fields.scene_info, 'scene_info'));
  } else {
    const sceneInfo = asObject(fields.scene_info, 'scene_info');
    scene(sceneInfo);
    const h5 = asObject(sceneInfo.h5_info, 'scene_info.h5_info');
    if (!H5_TYPES.includes(h5.type as string))
      throw parameterError('scene_info.h5_info.type', '只能是Wap、iOS、Android', h5.type);
  }
  return input;
}

/** A required string of 1 to `max` characters. */
export function text(fields: Fields, name: string, max: number, shown = name): string {
  const value = fields[name];
  if (value === undefined || value === null || value === '') throw parameterError(shown, '必填');
  if (typeof value !== 'string') throw parameterError(shown, '必须是字符串', value);
  if ([...value].length > max) throw parameterError(shown, `长度不能超过${max}`, value);
  return value;
}

/** An optional string of at most `max` characters. */
export function optionalText(fields: Fields, name: string, max: number, shown = name): string | undefined {
  return fields[name] === undefined ? undefined : text(fields, name, max, shown);
}

/** A required JSON object. */
export function asObject(value: unknown, name: string): Fields {
  if (value === undefined || value === null) throw parameterError(name, '必填');
  if (typeof value !== 'object' || Array.isArray(value)) throw parameterError(name, '必须是对象', value);
  return value as Fields;
}

/** https without query and fragment; plain http is let through for loopback, which the real platform could not reach. */
export function notifyUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const allowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!url || !allowed) throw parameterError('notify_url', '必须是https地址', value);
  if (/[?#]/.test(value)) throw parameterError('notify_url', '不能携带参数', value);
  return value;
}

/** The same text for the same fields in whatever order they were sent. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

function timeExpire(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const atMs = typeof value === 'string' && RFC3339.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) throw parameterError('time_expire', '格式应为yyyy-MM-DDTHH:mm:ss+TIMEZONE', value);
  return atMs;
}

function scene(fields: Fields): void {
  const ip = text(fields, 'payer_client_ip', 45, 'scene_info.payer_client_ip');
  if (!IP_ADDRESS.test(ip)) throw parameterError('scene_info.payer_client_ip', '不是IP地址', ip);
  optionalText(fields, 'device_id', 32, 'scene_info.device_id');
}
