import type { ConsoleCalls, DashboardValue } from '@huimin/contract/console';
import { addDays, beijingDate, beijingDateTime, beijingMs } from '@huimin/domain/date';
import { CITIES } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { METHOD_LABELS } from '../order/index.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import { failureReason } from '../payment/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { addUp, countedAt, type SumRow, total } from './figures.ts';
import type { ReportDependencies } from './report-deps.ts';
import { waitingWork } from './waiting-work.ts';

const HOUR_MS = 3_600_000;
type Period = 'today' | 'yesterday' | 'week' | 'edition';
type FactRow = SumRow<'fact' | 'city' | 'method' | 'detail'>;
type DayRow = SumRow<'fact' | 'day'>;

export function showDashboard(deps: ReportDependencies): ConsoleHandler<ConsoleCalls['showDashboard']> {
  const { query } = deps.database;
  return async ({ period = 'today', edition, city }, { member }) => {
    const editions = deps.editions.all();
    const chosen = edition === undefined ? editions.find(({ isDefault }) => isDefault) : find(editions, edition);
    if (!chosen) return fail('not-found', '没有这个产品版本');
    const today = beijingDate(deps.clock.now());
    const { from, to } = daysOf(period, today);
    const narrowed = () => {
      const conditions = new Conditions();
      withinOrders(conditions, deps.editions, member.scope);
      if (city !== undefined) conditions.add('o.city = ?', city);
      return conditions;
    };
    const conditions = narrowed();
    conditions.add('o.edition_code = ?', chosen.code);
    const days = narrowed();
    days.add('o.edition_code = ?', chosen.code);
    if (from !== null) days.add('o.day >= ?::date', from);
    days.add(`o.day <= ?::date and o.fact not in ('person', 'way', 'agreed')`, to);
    // Of every day with every city, way and reason there would be tens of thousands in a sale.
    const rows: FactRow[] = await addUp(query, 'report_days', ['fact', 'city', 'method', 'detail'], days);
    const isDay = period === 'today' || period === 'yesterday';
    const byDay: DayRow[] = isDay ? [] : await addUp(query, 'report_days', ['fact', 'day'], days);
    const salesByDay = byDay.filter(({ fact }) => fact === 'sale');
    const of = (fact: string) => rows.filter((row) => row.fact === fact);
    const sales = of('sale');
    const sold = total(sales);
    const ended = of('attempt').filter((row) => row.detail !== 'open' && isTried(row));
    const paid = ended.filter(({ detail }) => detail === 'paid');
    const back = total(of('refund').filter(({ detail }) => detail !== 'surplus'));
    const recorded = of('recorded');
    const isWhole = conditions.values.length === 1;
    const times = isDay
      ? await hoursOf(query, to, conditions, deps.clock.now())
      : timesByDay(salesByDay, from ?? firstDay(salesByDay) ?? to, to, today);
    const counted = await countedAt(query);
    return ok({
      ...{ from: from ?? firstDay(byDay) ?? to, to, edition: chosen.code },
      at: counted === null ? null : beijingDateTime(counted),
      editions: editions.map(({ code, document }) => ({ code, name: document.proName ?? code })),
      ...{ people: sold.people, orders: sold.cases, receivedFen: sold.fen },
      soFar: period === 'today' ? soFarOf(times) : null,
      attempts: { paid: total(paid).cases, ended: total(ended).cases },
      refunds: { people: back.people, orders: back.cases, fen: back.fen },
      recorded: {
        whole: total(recorded.filter(({ detail }) => detail === 'bound')).cases,
        all: total(recorded).cases,
      },
      times,
      cities: citiesOf(sales),
      funnel: funnelOf(of, isWhole),
      methods: methodsOf(sales, ended),
      failures: failuresOf(ended),
      waiting: await waitingWork(query, member, narrowed()),
    });
  };
}

const find = <E extends { readonly code: string }>(editions: readonly E[], code: string) =>
  editions.find((one) => one.code === code);

const firstDay = (rows: readonly { readonly day: string }[]): string | null =>
  rows.reduce<string | null>((first, { day }) => (first === null || day < first ? day : first), null);

/** First and last day; the first is open where the whole edition is meant. */
function daysOf(period: Period, today: string): { from: string | null; to: string } {
  if (period === 'edition') return { from: null, to: today };
  if (period === 'week') return { from: addDays(today, -6), to: today };
  const day = period === 'yesterday' ? addDays(today, -1) : today;
  return { from: day, to: day };
}

type Times = DashboardValue['times'];

/** The 24 hours of a day beside those of the day before. */
async function hoursOf(query: Query, day: string, { text, values }: Conditions, nowMs: number): Promise<Times> {
  const fromMs = beijingMs(addDays(day, -1));
  const conditions = new Conditions();
  conditions.add(text.replace(/\$\d+/g, '?'), ...values);
  conditions.add(
    `o.fact = 'sale' and o.at >= ?::timestamptz and o.at < ?::timestamptz`,
    new Date(fromMs),
    new Date(fromMs + 48 * HOUR_MS),
  );
  const rows = await addUp(query, 'report_hours', ['at'], conditions);
  const at = new Map(rows.map((row) => [(row.at - fromMs) / HOUR_MS, row]));
  const running = Math.floor((nowMs - fromMs) / HOUR_MS) - 24;
  return Array.from({ length: 24 }, (_, hour) => {
    const row = at.get(24 + hour);
    return {
      label: `${hour} 时`,
      ...{ people: row?.people ?? 0, orders: row?.cases ?? 0, fen: row?.fen ?? 0 },
      before: at.get(hour)?.people ?? 0,
      isRunning: hour === running,
    };
  });
}

function timesByDay(sales: readonly DayRow[], from: string, to: string, today: string): Times {
  const times: Times = [];
  const sold = new Map(sales.map((row) => [row.day, row]));
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { people = 0, cases = 0, fen = 0 } = sold.get(day) ?? {};
    times.push({ label: day.slice(5), people, orders: cases, fen, before: null, isRunning: day === today });
  }
  return times;
}

function soFarOf(times: Times): DashboardValue['soFar'] {
  const hour = times.findIndex(({ isRunning }) => isRunning);
  if (hour < 0) return null;
  const done = times.slice(0, hour);
  const sum = (of: (one: Times[number]) => number) => done.reduce((all, one) => all + of(one), 0);
  return { hour, people: sum(({ people }) => people), before: sum(({ before }) => before ?? 0) };
}

function citiesOf(sales: readonly FactRow[]): DashboardValue['cities'] {
  const known = CITIES.map(({ code, shortName }) => ({ code, name: shortName }));
  const unknown = sales.some(({ city }) => !known.some(({ code }) => code === city))
    ? [{ code: '', name: '未知' }]
    : [];
  const isOf = (code: string, city: string) => (code === '' ? !known.some((one) => one.code === city) : city === code);
  return [...known, ...unknown].map(({ code, name }) => {
    const { people, cases, fen } = total(sales.filter(({ city }) => isOf(code, city)));
    return { code, name, people, orders: cases, fen };
  });
}

/** A company's transfer is no attempt of a resident's: it went through none of the steps, and cannot fail. */
const isTried = ({ method }: FactRow) => method !== 'transfer';

function funnelOf(of: (fact: string) => FactRow[], isWhole: boolean): DashboardValue['funnel'] {
  const visits = of('visit');
  // Who only looks has chosen no city and come by no channel yet.
  const looks = [
    { step: '打开参保页', count: total(visits).cases },
    { step: '登录成功', count: total(visits.filter(({ detail }) => detail === 'known')).cases },
  ];
  const bought = (row: FactRow) => row.detail === 'purchase';
  return [
    ...(isWhole ? looks : []),
    { step: '提交订单', count: total(of('placed').filter(bought)).cases },
    { step: '去付款', count: total(of('begun').filter(isTried)).cases },
    { step: '付款成功', count: total(of('sale').filter(bought)).cases },
  ];
}

function methodsOf(sales: readonly FactRow[], ended: readonly FactRow[]): DashboardValue['methods'] {
  const methods = [...new Set([...sales, ...ended].map(({ method }) => method))];
  return methods
    .map((method) => {
      const { cases, fen } = total(sales.filter((row) => row.method === method));
      const tries = ended.filter((row) => row.method === method);
      const paid = total(tries.filter(({ detail }) => detail === 'paid')).cases;
      return { method, label: METHOD_LABELS[method] ?? method, orders: cases, fen, paid, ended: total(tries).cases };
    })
    .sort((a, b) => b.fen - a.fen);
}

function failuresOf(ended: readonly FactRow[]): DashboardValue['failures'] {
  const counts = new Map<string, number>();
  for (const { detail, cases } of ended) {
    if (detail === 'paid') continue;
    const label = failureReason(detail);
    counts.set(label, (counts.get(label) ?? 0) + cases);
  }
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
}
