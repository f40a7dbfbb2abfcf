import { INDICATOR_LIMITS } from '@huimin/domain/inspection';
import { consortiumOf, consortiumPartsFen } from '@huimin/domain/product';
import { refundReasonLabel } from '@huimin/domain/refund';
import { CITIES } from '@huimin/domain/region';
import { SMALLEST_CELL } from '@huimin/domain/report';
import type { LoadedEdition } from '../configuration/index.ts';
import { METHOD_LABELS } from '../order/index.ts';
import { sourceLabel } from '../order-desk/index.ts';
import { failureReason } from '../payment/index.ts';
import type { Flow, FlowAsk } from './flow.ts';
import {
  type Measure,
  type Period,
  periodOf,
  type ReportTable,
  share,
  shareLine,
  tableOf,
  type Unit,
} from './report-table.ts';

export type ReportName =
  | 'sales'
  | 'renewal'
  | 'refunds'
  | 'failures'
  | 'withholding'
  | 'premium'
  | 'claims'
  | 'conduct';

/** What a report is made of. */
export interface ReportAsk {
  readonly by: string;
  readonly measure: string;
  /** Empty: the whole edition. */
  readonly month: string;
  readonly edition: LoadedEdition;
  /** The same product a year before, by every edition that it was sold by. */
  readonly former: readonly LoadedEdition[];
  flow(ask: FlowAsk, edition?: LoadedEdition): Promise<Flow>;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ReportKind {
  readonly title: string;
  readonly note: string;
  readonly ways: readonly Choice[];
  readonly measures: readonly Choice[];
  /** The flow of which days can be shown; null: months only. */
  days: ((by: string) => FlowAsk) | null;
  make(ask: ReportAsk): Promise<ReportTable>;
}

const SMALL = '不到 10 的格子不显示，能推出它的也不显示；一天不到 10 的并到后面的日子';
const cityName = (code: string) => CITIES.find((city) => city.code === code)?.shortName ?? '未知';
const methodName = (method: string) => METHOD_LABELS[method] ?? (method === '' ? '未知' : method);
const BANDS: Readonly<Record<string, string>> = {
  ...{ '0-17': '17 岁及以下', '18-40': '18 到 40 岁', '41-60': '41 到 60 岁', '61-70': '61 到 70 岁' },
  '71+': '71 岁及以上',
};
/** Why money goes back without anybody's asking. */
const OWN_REASONS: Readonly<Record<string, string>> = { applied: '本人申请' };

const WAYS: Readonly<Record<string, string>> = {
  ...{
    city: '按医保地',
    band: '按年龄段',
    channel: '按渠道',
    method: '按付款方式',
    reason: '按原因',
    outcome: '按结果',
  },
};
const ways = (...names: readonly string[]): Choice[] => names.map((value) => ({ value, label: WAYS[value] ?? value }));
const byOf = (by: string): Pick<FlowAsk, 'by' | 'nameOf' | 'order'> =>
  by === 'method'
    ? { by, nameOf: methodName, order: Object.values(METHOD_LABELS) }
    : { by: 'city', nameOf: cityName, order: CITIES.map(({ shortName }) => shortName) };

const PEOPLE = [
  { value: 'people', label: '人数' },
  { value: 'fen', label: '金额（元）' },
];
const measureOf = (measure: string, fallback: Measure): Measure => (measure === 'fen' ? 'fen' : fallback);

const salesAsk = (by: string): FlowAsk => {
  if (by === 'band') {
    const nameOf = (band: string) => BANDS[band] ?? band;
    return { fact: 'person', by: 'detail', basis: 'people', nameOf, order: Object.values(BANDS) };
  }
  if (by === 'channel') {
    const nameOf = (source: string) => sourceLabel({ source: source || null, kind: source });
    return { fact: 'origin', by: 'detail', basis: 'people', nameOf };
  }
  return { fact: 'sale', ...byOf(by), without: ['upgrade'], basis: 'people' };
};
const renewalAsk = (by: string): FlowAsk => ({ fact: 'renewal', ...byOf(by), only: ['again'], basis: 'people' });
const refundsAsk = (by: string): FlowAsk => ({
  ...{ fact: 'refund', ...byOf(by), without: ['surplus'], basis: 'cases' },
  ...(by === 'reason' ? { by: 'detail', nameOf: (reason) => OWN_REASONS[reason] ?? refundReasonLabel(reason) } : {}),
});
const lateRefundsAsk: FlowAsk = { fact: 'refund-late', by: 'detail', basis: 'cases', nameOf: (day) => day };
const failuresAsk = (by: string): FlowAsk => ({
  ...{ fact: 'attempt', ...byOf(by), without: ['open', 'paid'], basis: 'cases' },
  ...(by === 'reason' ? { by: 'detail', nameOf: failureReason } : {}),
});
const paidAsk = (by: string): FlowAsk => ({ fact: 'attempt', ...byOf(by), only: ['paid'], basis: 'cases' });
const WITHHELD = '扣成';
const withholdingAsk = (by: string): FlowAsk => ({
  ...{ fact: 'charge', ...byOf(by), without: ['open'], basis: 'cases' },
  ...(by === 'outcome'
    ? { by: 'detail', nameOf: (outcome) => (outcome === 'paid' ? WITHHELD : failureReason(outcome)) }
    : {}),
});
const upgradeAsk: FlowAsk = { fact: 'sale', by: 'method', only: ['upgrade'], basis: 'cases', nameOf: methodName };
const claimsAsk: FlowAsk = { fact: 'claim', by: 'detail', basis: 'cases', nameOf: (outcome) => outcome };
const readAsk: FlowAsk = { fact: 'read', by: 'detail', basis: 'cases', isOpen: true, nameOf: (length) => length };
const complaintsAsk: FlowAsk = {
  fact: 'complaint',
  by: 'detail',
  basis: 'cases',
  isOpen: true,
  nameOf: (kind) => kind,
};
const extensionsAsk: FlowAsk = { ...complaintsAsk, fact: 'extension' };
const recordedAsk: FlowAsk = { fact: 'recorded', by: 'detail', basis: 'cases', isOpen: true, nameOf: (state) => state };

/** What the report of one day holds. */
export const DAY_SECTIONS: readonly { readonly title: string; readonly ask: FlowAsk }[] = [
  { title: '参保，按医保地', ask: salesAsk('city') },
  { title: '参保，按年龄段', ask: salesAsk('band') },
  { title: '参保，按渠道', ask: salesAsk('channel') },
  { title: '参保，按付款方式', ask: salesAsk('method') },
  { title: '退款，按原因', ask: refundsAsk('reason') },
  { title: '其中结账后才知道的退款，按退成的日子', ask: lateRefundsAsk },
  { title: '付款失败，按原因', ask: failuresAsk('reason') },
];

const figure = (label: string, value: number | null | undefined, unit: Unit, note = '') => ({
  ...{ label, value: value ?? null, unit, note },
});

export const REPORT_KINDS: Readonly<Record<ReportName, ReportKind>> = {
  sales: {
    ...{
      title: '参保日报',
      note: SMALL,
      ways: ways('city', 'band', 'channel', 'method'),
      measures: PEOPLE,
      days: salesAsk,
    },
    async make({ by, measure, month, flow }) {
      const chosen = await flow(salesAsk(by));
      const { all } = periodOf(chosen, month);
      const rows = chosen.months.filter((one) => month === '' || one.month === month).flatMap((one) => one.rows);
      const most = rows.reduce((best, row) => (best && best.all.people >= row.all.people ? best : row), rows[0]);
      return {
        ...tableOf(chosen, month, measureOf(measure, 'people')),
        figures: [
          figure('参保', all.people, 'count', '人，不含升级'),
          figure('保费', all.fen, 'fen', '元'),
          figure('人最多的一天', most?.all.people ?? null, 'count', most?.name ?? ''),
        ],
      };
    },
  },
  renewal: {
    ...{ title: '续保', note: `续保：上一年在保、今年又参保的人。${SMALL}` },
    ...{ ways: ways('city', 'method'), measures: PEOPLE, days: renewalAsk },
    async make({ by, measure, month, former, flow }) {
      const again = await flow(renewalAsk(by));
      const sold = periodOf(await flow(salesAsk(by)), month);
      const table = tableOf(again, month, measureOf(measure, 'people'));
      const here = periodOf(again, month);
      const base = await insuredAtLast(former, flow);
      return {
        ...{ ...table, feet: [...table.feet, shareLine('占参保人数', table, here, sold, 'people')] },
        figures: [
          figure('续保', here.all.people, 'count', '人'),
          figure('占参保人数', share(here.all.people, sold.all.people), 'share', '这段时间'),
          figure('上一年在保', base, 'count', former.length > 0 ? '人，不含退保' : '没有上一年的版本'),
          figure('续保率', share(periodOf(again, '').all.people, base), 'share', '整个版本到现在'),
        ],
      };
    },
  },
  refunds: {
    ...{
      title: '退款',
      note: `按退成的日子；第二天结账后才知道的，算在知道的那天。含升级退款，不含多付退回。${SMALL}`,
    },
    ...{ ways: ways('city', 'method', 'reason'), days: refundsAsk },
    measures: [{ value: 'cases', label: '笔数' }, ...PEOPLE.slice(1)],
    async make({ by, measure, month, flow }) {
      const back = await flow(refundsAsk(by));
      const sold = periodOf(await flow(salesAsk(by === 'method' ? by : 'city')), month);
      const table = tableOf(back, month, measureOf(measure, 'cases'));
      const here = periodOf(back, month);
      const late = await flow(lateRefundsAsk);
      const lateHere = periodOf(late, month);
      const line = by === 'reason' ? [] : [shareLine('占同期订单', table, here, sold, 'cases')];
      return {
        ...{ ...table, feet: [...table.feet, ...line] },
        figures: [
          figure('退款', here.all.cases, 'count', '笔'),
          figure('退款金额', here.all.fen, 'fen', '元'),
          figure('占同期订单', share(here.all.cases, sold.all.cases), 'share', `同期 ${sold.all.cases} 单`),
          ...(lateHere.all.cases === 0
            ? []
            : [figure('结账后才知道', lateHere.all.cases, 'count', daysOf(late, month))]),
        ],
      };
    },
  },
  failures: {
    ...{ title: '付款失败', note: `有了结果的付款里没有付成的，没付就关了的也算，不含代扣。${SMALL}` },
    ...{ ways: ways('reason', 'method', 'city'), measures: [{ value: 'cases', label: '次数' }], days: failuresAsk },
    async make({ by, month, flow }) {
      const failed = await flow(failuresAsk(by));
      const paid = periodOf(await flow(paidAsk(by)), month);
      const table = tableOf(failed, month, 'cases');
      const here = periodOf(failed, month);
      const line = by === 'reason' ? [] : [shareLine('失败率', table, here, together(here, paid), 'cases')];
      return {
        ...{ ...table, feet: [...table.feet, ...line] },
        figures: [
          figure('没付成', here.all.cases, 'count', '次'),
          figure('付成', paid.all.cases, 'count', '次'),
          figure('失败率', share(here.all.cases, here.all.cases + paid.all.cases), 'share', '没付成的占比'),
        ],
      };
    },
  },
  withholding: {
    ...{ title: '代扣', note: `按扣款的日子，每扣一次算一次。${SMALL}` },
    ...{ ways: ways('outcome', 'city'), days: withholdingAsk },
    measures: [{ value: 'cases', label: '次数' }, ...PEOPLE.slice(1)],
    async make({ by, measure, month, flow }) {
      const outcomes = periodOf(await flow(withholdingAsk('outcome')), month);
      const won = outcomes.of(WITHHELD);
      return {
        ...tableOf(await flow(withholdingAsk(by)), month, measureOf(measure, 'cases')),
        figures: [
          figure('扣款', outcomes.all.cases, 'count', '次'),
          figure('扣成', won?.cases, 'count', '次'),
          figure('成功率', share(won?.cases, outcomes.all.cases), 'share', '过完的月份'),
          figure('扣到', won?.fen, 'fen', '元'),
        ],
      };
    },
  },
  premium: {
    ...{
      title: '共保分保费',
      note: '保费含升级，减去退款，按共保份额分到每家，分到分为止，加起来不差。不满 10 的日子并到后面',
    },
    ...{ ways: [], measures: [], days: null },
    async make({ edition, flow }) {
      const members = consortiumOf(edition.document.insuranceCompany);
      const books = await premiumByMonth(flow);
      const cellsOf = ({ received, back }: { received: number; back: number }) => {
        const [own, returned] = [consortiumPartsFen(received, members), consortiumPartsFen(back, members)];
        return [received, back, ...own.map((fen, index) => fen - (returned[index] ?? 0)), received - back];
      };
      const rows = books.map(({ month, ...book }) => ({ name: month, cells: cellsOf(book) }));
      const sums = rows.reduce<number[]>((all, { cells }) => cells.map((fen, index) => fen + (all[index] ?? 0)), []);
      return {
        rowTitle: '月份',
        columns: [
          ...['收到', '退回', ...members.map(({ name, sharePercent }) => `${name} ${sharePercent}%`), '净保费'].map(
            (name) => ({
              ...{ name, unit: 'fen' as const },
            }),
          ),
        ],
        ...{
          rows,
          feet: rows.length === 0 ? [] : [{ name: '合计', unit: null, cells: sums }],
          whole: members.length + 2,
          parts: members.map((_, index) => index + 2),
        },
        figures: [
          figure('收到保费', sums[0] ?? 0, 'fen', '元'),
          figure('退回', sums[1] ?? 0, 'fen', '元'),
          figure('净保费', sums.at(-1) ?? 0, 'fen', '元'),
          figure('承保公司', members.length, 'count', '家'),
        ],
      };
    },
  },
  claims: {
    ...{ title: '理赔和赔付', note: '按保司文件送到的月份；后来更正的，记在更正送到的月份。不到 10 件的不显示' },
    ...{ ways: [], measures: [], days: null },
    async make({ flow }) {
      const claims = await flow(claimsAsk);
      const rows = claims.months.map(({ month }) => {
        const here = periodOf(claims, month);
        return { name: month, here, paid: here.of('paid'), refused: here.of('refused') };
      });
      const cellsOf = ({ here, paid, refused }: Omit<(typeof rows)[number], 'name'>) => [
        ...[paid?.cases ?? null, paid?.fen ?? null, share(paid?.people, paid?.cases)],
        ...[refused === undefined ? 0 : (refused?.cases ?? null), here.all.cases],
      ];
      const here = periodOf(claims, '');
      const [paid, refused] = [here.of('paid'), here.of('refused')];
      const net = (await premiumByMonth(flow)).reduce((sum, { received, back }) => sum + received - back, 0);
      return {
        rowTitle: '月份',
        columns: [
          { name: '已赔（件）', unit: 'count' },
          { name: '赔款（元）', unit: 'fen' },
          { name: '平均天数', unit: 'days' },
          { name: '不予赔付（件）', unit: 'count' },
          { name: '有结果（件）', unit: 'count' },
        ],
        rows: rows.map(({ name, ...row }) => ({ name, cells: cellsOf(row) })),
        feet: rows.length === 0 ? [] : [{ name: '合计', unit: null, cells: cellsOf({ here, paid, refused }) }],
        whole: 4,
        parts: [],
        figures: [
          figure('已赔', paid?.cases, 'count', '件'),
          figure('赔款', paid?.fen, 'fen', '元'),
          figure('平均天数', share(paid?.people, paid?.cases), 'days', '从受理到给付'),
          figure('赔付率', share(paid?.fen, net), 'share', '赔款占净保费'),
        ],
      };
    },
  },
  conduct: {
    ...{
      title: '销售行为',
      note: '不到 10 单的不显示，只有比例；每万人投诉：当月收到的投诉，每一万个到月底为止参保的人，撤回的也算；延期答复：当月延长期限的，占当月收到的投诉，不到 10 件不显示',
    },
    ...{ ways: [], measures: [], days: null },
    async make({ flow }) {
      const [read, recorded] = [await flow(readAsk), await flow(recordedAsk)];
      const [told, sold] = [await flow(complaintsAsk), await flow(salesAsk('city'))];
      const extended = await flow(extensionsAsk);
      const all = [...read.months, ...recorded.months, ...told.months, ...extended.months].map(({ month }) => month);
      const cellsOf = (month: string) => {
        const insured = sold.months
          .filter((one) => month === '' || one.month <= month)
          .reduce((sum, one) => sum + one.all.people, 0);
        const complaints = periodOf(told, month).all.cases;
        return [
          partOf(periodOf(read, month), 'short'),
          partOf(periodOf(read, month), 'long'),
          partOf(periodOf(recorded, month), 'bound'),
          insured === 0 ? null : Math.round((complaints * 100_000) / insured) / 10,
          complaints < SMALLEST_CELL
            ? null
            : Math.round((periodOf(extended, month).all.cases / complaints) * 1_000) / 1_000,
        ];
      };
      const [short, long, whole, rate, late] = cellsOf('');
      return {
        rowTitle: '月份',
        columns: [
          { name: '条款停留不足 5 秒', unit: 'share' },
          { name: '条款停留 20 秒以上', unit: 'share' },
          { name: '证据完整率', unit: 'share' },
          { name: '每万人投诉', unit: 'rate' },
          { name: '延期答复', unit: 'share' },
        ],
        rows: [...new Set(all)].sort().map((month) => ({ name: month, cells: cellsOf(month) })),
        ...{ feet: [], whole: null, parts: [] },
        figures: [
          figure('条款停留不足 5 秒', short, 'share', `上限 ${INDICATOR_LIMITS.shortDwellShare.most * 100}%`),
          figure('条款停留 20 秒以上', long, 'share', '打开过条款的单里'),
          figure('证据完整率', whole, 'share', `下限 ${INDICATOR_LIMITS.completeShare.least * 100}%`),
          figure('每万人投诉', rate, 'rate', `件，上限 ${INDICATOR_LIMITS.complaintsPerTenThousand.most}`),
          figure('延期答复', late, 'share', '当月延期的，占当月收到的投诉'),
        ],
      };
    },
  },
};

/** The days on which the late ones of a period were back, said without how many there were of each. */
function daysOf({ values, months }: Flow, month: string): string {
  const rows = months.filter((one) => month === '' || one.month === month).flatMap((one) => one.rows);
  const days = values.filter((_, place) => rows.some(({ cells }) => cells[place] === null || cells[place]?.cases));
  return `笔，退成于 ${days.join('、')}`;
}

/** What part of at least ten is of a kind, to a tenth of a percent. */
function partOf(period: Period, kind: string): number | null {
  const { cases } = period.all;
  return cases < SMALLEST_CELL ? null : Math.round(((period.of(kind)?.cases ?? 0) / cases) * 1_000) / 1_000;
}

/** Two flows as one whole. */
function together(a: Period, b: Period): Period {
  const sum = (one: Period['all'], other: Period['all']) => ({
    ...{ cases: one.cases + other.cases, people: one.people + other.people, fen: one.fen + other.fen },
  });
  return {
    all: sum(a.all, b.all),
    of(value) {
      const [one, other] = [a.of(value), b.of(value)];
      if (one === null || other === null) return null;
      if (one === undefined || other === undefined) return one ?? other;
      return sum(one, other);
    },
  };
}

/** Who was insured by any of these editions and did not give it back: whoever is insured again may have been so by each of them. */
async function insuredAtLast(editions: readonly LoadedEdition[], flow: ReportAsk['flow']): Promise<number | null> {
  let [sold, back] = [0, 0];
  for (const edition of editions) {
    sold += periodOf(await flow(salesAsk('city'), edition), '').all.people;
    back += periodOf(await flow(refundsAsk('city'), edition), '').all.people;
  }
  return sold === 0 ? null : sold - back;
}

/** Premium and what went back of it, in tens of sales, upgrades and refunds at least. */
async function premiumByMonth(flow: ReportAsk['flow']) {
  const [sold, raised, back] = [await flow(salesAsk('city')), await flow(upgradeAsk), await flow(refundsAsk('city'))];
  const months = [...new Set([...sold.months, ...raised.months, ...back.months].map(({ month }) => month))].sort();
  const fenIn = (one: Flow, month: string) => periodOf(one, month).all.fen;
  return months.map((month) => ({
    month,
    received: fenIn(sold, month) + fenIn(raised, month),
    back: fenIn(back, month),
  }));
}
