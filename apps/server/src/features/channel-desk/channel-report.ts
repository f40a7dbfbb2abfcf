import type { ChannelFiguresValue, ChannelReportRowValue, ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime, parseDate } from '@huimin/domain/date';
import { saleWayLabel } from '@huimin/domain/share';
import { fail, ok } from '../../http/handler.ts';
import { amountCell } from '../../sheets/index.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import { addUp, countedAt, type SumRow, type Sums, total } from '../reports/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import type { ExportKind } from '../table-exports/index.ts';
import type { ChannelDeskDependencies } from './channel-desk-deps.ts';
import { channelsByCode } from './channel-store.ts';
import { channelLine } from './show-channels.ts';

type Choice = Parameters<ConsoleHandler<ConsoleCalls['showChannelReport']>>[0];
type By = NonNullable<Choice['by']>;

const SHOWN = 500;
const MOST_DAYS = 400;
const BY_LABELS: Readonly<Record<By, string>> = { channel: '渠道', agent: '业务员和编码', way: '来源方式', day: '天' };

function problemOf({ from, to }: Pick<Choice, 'from' | 'to'>): string | null {
  const [first, last] = [parseDate(from), parseDate(to)];
  if (first === null || last === null) return '没有这一天，请重新选日期';
  if (first > last) return '开始要早于结束';
  return last - first > MOST_DAYS * 86_400_000 ? `一次最多看 ${MOST_DAYS} 天` : null;
}

export function showChannelReport(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['showChannelReport']> {
  return async (choice, { member }) => {
    const problem = problemOf(choice);
    if (problem !== null) return fail('bad-input', problem);
    const rows = await reportRows(deps, choice, member);
    const at = await countedAt(deps.database.query);
    return ok({
      at: at === null ? null : beijingDateTime(at),
      rows: rows.slice(0, SHOWN),
      isCut: rows.length > SHOWN,
      sum: sumOf(rows),
      editions: deps.editions.all().map(({ code, document }) => ({ code, name: document.proName ?? code })),
    });
  };
}

/** Every row of a choice, the biggest first, days in their order. Somebody limited to channels gets only those. */
async function reportRows(
  deps: Omit<ChannelDeskDependencies, 'approvals'>,
  { from, to, by = 'channel', edition, city }: Choice,
  { scope }: Pick<StaffMember, 'scope'>,
): Promise<ChannelReportRowValue[]> {
  const conditions = new Conditions();
  withinOrders(conditions, deps.editions, scope);
  conditions.add('o.day between ?::date and ?::date', from, to);
  if (edition !== undefined) conditions.add('o.edition_code = ?', edition);
  if (city !== undefined) conditions.add('o.city = ?', city);
  const facts = by === 'way' ? ['way'] : ['sale', 'refund'];
  conditions.add(`o.fact = any (?::text[]) and not (o.fact = 'refund' and o.detail = 'surplus')`, facts);
  const { query } = deps.database;
  if (by === 'way') {
    const rows = await addUp(query, 'report_days', ['fact', 'detail'], conditions);
    return biggestFirst(
      rows.map((row) => ({ ...unregistered(row.detail, saleWayLabel(row.detail)), ...figuresOf([row], null) })),
    );
  }
  if (by === 'day') {
    const rows = await addUp(query, 'report_days', ['fact', 'day'], conditions);
    return groups(rows, ({ day }) => day).map(([day, own]) => ({ ...unregistered(day, day), ...figures(own) }));
  }
  const rows = await addUp(query, 'report_days', ['fact', 'channel'], conditions);
  const known = new Map(
    (await channelsByCode(query, [...new Set(rows.map(({ channel }) => channel))])).map((row) => [row.code, row]),
  );
  const keyOf = (code: string) => (by === 'channel' ? (known.get(code)?.parent_code ?? code) : code);
  return biggestFirst(
    groups(rows, ({ channel }) => keyOf(channel)).map(([code, own]) => {
      const row = known.get(code);
      if (row === undefined) {
        const name = code === '' ? '没有渠道（自己来的和居民分享）' : '没有登记的编码';
        return { ...unregistered(code, name), ...figures(own) };
      }
      const line = channelLine(deps, row);
      return {
        ...{ key: code, name: line.name, of: line.parentName ?? line.kindLabel, isRegistered: true },
        ...{ standing: line.standing, standingText: line.standingText },
        ...figures(own),
      };
    }),
  );
}

const unregistered = (key: string, name: string) => ({
  ...{ key, name, of: '', isRegistered: false, standing: null, standingText: null },
});

function groups<R>(rows: readonly R[], keyOf: (row: R) => string): (readonly [string, readonly R[]])[] {
  const found = new Map<string, R[]>();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
  return [...found];
}

const biggestFirst = (rows: readonly ChannelReportRowValue[]) =>
  [...rows].sort((a, b) => b.fen - a.fen || (a.key < b.key ? -1 : 1));

const figures = (rows: readonly SumRow<'fact'>[]) =>
  figuresOf(
    rows.filter(({ fact }) => fact === 'sale'),
    rows.filter(({ fact }) => fact === 'refund'),
  );

function figuresOf(sold: readonly Sums[], back: readonly Sums[] | null): ChannelFiguresValue {
  const sum = total(sold);
  const gone = back && total(back);
  return {
    ...{ orders: sum.cases, people: sum.people, fen: sum.fen },
    ...{ backOrders: gone?.cases ?? null, backFen: gone?.fen ?? null },
  };
}

function sumOf(rows: readonly ChannelFiguresValue[]): ChannelFiguresValue {
  const of = (pick: (row: ChannelFiguresValue) => number | null) =>
    rows.reduce<number | null>((sum, row) => {
      const value = pick(row);
      return value === null || sum === null ? null : sum + value;
    }, 0);
  return {
    ...{ orders: of(({ orders }) => orders) ?? 0, people: of(({ people }) => people) ?? 0 },
    ...{ fen: of(({ fen }) => fen) ?? 0, backOrders: of((row) => row.backOrders), backFen: of((row) => row.backFen) },
  };
}

const NAMES = ['from', 'to', 'by', 'edition', 'city'];

/** The report as a file, as the page has it chosen. */
export function channelReportExport(deps: Omit<ChannelDeskDependencies, 'approvals'>): ExportKind {
  const choiceOf = (filter: Readonly<Record<string, string>>): Choice => ({
    ...{ from: filter.from ?? '', to: filter.to ?? '', by: (filter.by ?? 'channel') as By },
    ...{ edition: filter.edition, city: filter.city },
  });
  return {
    ...{ kind: 'channel-report', title: '渠道业绩', view: 'channels.view' },
    headings: ['编码', '名称', '所属或种类', '登记', '单数', '人数', '保费（元）', '退的单数', '退的金额（元）'],
    problemOf(filter) {
      if (Object.keys(filter).some((name) => !NAMES.includes(name))) return '渠道业绩没有这个筛选条件';
      if (filter.by !== undefined && !Object.hasOwn(BY_LABELS, filter.by)) return '没有这种分组';
      return problemOf(choiceOf(filter));
    },
    describe: (filter) => `${filter.from} 到 ${filter.to}，按${BY_LABELS[choiceOf(filter).by ?? 'channel']}`,
    count: async () => null,
    async *pages(filter, by) {
      const rows = await reportRows(deps, choiceOf(filter), by);
      yield rows.map((row) => [
        ...[row.key, row.name, row.of, row.standingText ?? '', row.orders, row.people, amountCell(row.fen)],
        ...[row.backOrders ?? '', amountCell(row.backFen)],
      ]);
    },
  };
}
