import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingMs, endOfDayMs, formatDotDate } from '@huimin/domain/date';
import { cityCodeOf, regionDisplayText } from '@huimin/domain/region';
import type { StaffScope } from '@huimin/domain/staff';
import { METHOD_LABELS } from '../order/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import type { Conditions } from './order-scope.ts';

export type OrderSearch = Parameters<ConsoleHandler<ConsoleCalls['searchOrders']>>[0];

interface Group {
  readonly label: string;
  readonly text: string;
}

/** Statuses by what a desk calls them; written out, so that the indexes over a part of the orders are used. */
export const GROUPS: Readonly<Record<NonNullable<OrderSearch['group']>, Group>> = {
  unpaid: { label: '待付款', text: '(o.status = 20 or o.status in (10, 80))' },
  confirming: { label: '付款确认中', text: 'o.status = 25' },
  paid: { label: '待出单', text: 'o.status in (30, 40)' },
  issued: { label: '已承保', text: 'o.status = 50' },
  refunding: { label: '退款中', text: 'o.status = 60' },
  refunded: { label: '已退款', text: 'o.status in (61, 62)' },
  closed: { label: '已关闭', text: 'o.status in (70, 71)' },
  trouble: { label: '要人处理', text: 'o.status in (85, 90)' },
};

export const METHODS: Readonly<Record<NonNullable<OrderSearch['method']>, string>> = {
  wxpay: `o.method = 'wxpay'`,
  alipay: `o.method = 'alipay'`,
  xmybpay: `o.method = 'xmybpay'`,
  unionpay: `o.method = 'unionpay'`,
  lakala: `o.method = 'lakala'`,
  rb: `o.method = 'rb'`,
  transfer: `o.method = 'transfer'`,
};

/** To what an order is put down. */
export const SOURCES: Readonly<Record<NonNullable<OrderSearch['source']>, string>> = {
  direct: '直接',
  share: '分享',
  agent: '业务员',
  outlet: '网点',
};

/** Narrows a list of orders to what was chosen above it, and to what comes behind a row. */
export function narrowOrders(conditions: Conditions, input: OrderSearch, { channels }: StaffScope): void {
  const { group, from, to, city, source, method, before } = input;
  if (before !== undefined) {
    const [at, id] = before.split('_');
    conditions.add('(o.created_at, o.id) < (?::timestamptz, ?::bigint)', new Date(Number(at)), id);
  }
  if (from !== undefined) conditions.add('o.created_at >= ?::timestamptz', new Date(beijingMs(from)));
  if (to !== undefined) conditions.add('o.created_at < ?::timestamptz', new Date(endOfDayMs(to)));
  if (group !== undefined) conditions.add(GROUPS[group].text);
  if (city !== undefined) conditions.add('o.city = ?', cityCodeOf(city) ?? city);
  // What a channel sees is put down to somebody; looked for row by row, none of it would be found at the end of all.
  if (source === 'direct') conditions.add(channels === null ? 'o.source is null' : 'false');
  else if (source !== undefined) conditions.add('o.source = ?', source);
  if (method !== undefined) conditions.add(METHODS[method]);
}

/** What was chosen, as the log and a request have it; no number of a person. */
export function filterWords(input: OrderSearch): string {
  const day = (text: string | undefined) => (text === undefined ? '' : formatDotDate(text));
  const parts = [
    input.number && '按编号',
    input.idNumber && '按证件',
    input.phone && '按手机号',
    (input.from || input.to) && `${day(input.from)} 到 ${day(input.to)}`,
    input.group && `状态 ${GROUPS[input.group].label}`,
    input.city && `城市 ${regionDisplayText(input.city) ?? input.city}`,
    input.source && `来源 ${SOURCES[input.source]}`,
    input.method && `付款方式 ${METHOD_LABELS[input.method] ?? input.method}`,
  ];
  return parts.filter(Boolean).join('，');
}
