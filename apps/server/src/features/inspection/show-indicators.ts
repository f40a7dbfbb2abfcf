import type { ConsoleCalls, IndicatorValue, ShareByValue } from '@huimin/contract/console';
import { addDays, beijingDate, beijingDateTime, beijingMs, endOfDayMs, parseDate } from '@huimin/domain/date';
import { FEWEST_SHOWN, INDICATOR_LIMITS, indicatorStanding } from '@huimin/domain/inspection';
import { scopeText } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { countComplaints } from '../complaints/index.ts';
import { sourceLabel } from '../order-desk/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import {
  conductCountedAt,
  type Dwell,
  dwellFigures,
  failuresByCity,
  type Part,
  refundsByOrigin,
  salesFigures,
} from './conduct-figures.ts';
import type { InspectionDependencies } from './inspection-deps.ts';
import { daysProblem } from './range.ts';
import { cityName } from './sampled-orders.ts';

/** Days that are shown when none are chosen. */
const DAYS = 30;
const DAY_MS = 86_400_000;

export function showIndicators(deps: InspectionDependencies): ConsoleHandler<ConsoleCalls['showIndicators']> {
  return async (input, request) => {
    const to = input.to ?? beijingDate(deps.clock.now());
    // Reckoned back only from a day that there is.
    const from = input.from ?? (parseDate(to) === null ? to : addDays(to, 1 - DAYS));
    const problem = daysProblem(from, to);
    if (problem !== null) return fail('bad-input', problem);
    const { scope } = request.member;
    const where = scopeText(scope, cityName);
    await request.note({ subject: '监管指标', detail: `${from} 到 ${to}，${where}` });
    const range = { from, to, scope };
    const days = Math.round((endOfDayMs(to) - beijingMs(from)) / DAY_MS);
    const before = { from: addDays(from, -days), to: addDays(from, -1), scope };
    // Asked first: what is counted meanwhile only makes the figures newer.
    const countedMs = await conductCountedAt(deps);
    if (countedMs === null) {
      return ok({ ...{ from, to, scope: where, at: null }, indicators: [], failuresByCity: [], refundsBySource: [] });
    }
    const [figures, former, dwellOf, cities, sources, complaints] = await Promise.all([
      salesFigures(deps, range),
      salesFigures(deps, before),
      dwellFigures(deps, range),
      failuresByCity(deps, range),
      refundsByOrigin(deps, range),
      countComplaints(deps, { fromMs: beijingMs(from), toMs: endOfDayMs(to), scope }),
    ]);
    const failures = shares(cities, ({ name }) => (name === '' ? '不清楚' : cityName(name)));
    const all = cities.reduce((sum, { whole, part }) => ({ whole: sum.whole + whole, part: sum.part + part }), NONE);
    const refunds = shareOf(figures.refunded, figures.orders);
    const formerRefunds = shareOf(former.refunded, former.orders);
    return ok({
      ...{ from, to, scope: where, at: beijingDateTime(countedMs) },
      indicators: [
        ...dwell(dwellOf),
        {
          name: '退保率',
          value: percent(refunds),
          standing: refunds === null || formerRefunds === null || refunds <= formerRefunds ? 'none' : 'warn',
          note: formerRefunds === null ? '之前一样多的天里不够比' : `之前一样多的天里 ${percent(formerRefunds)}`,
          counted: '这些天付款的订单里，全部或部分退了的（退款中也算）',
        },
        {
          name: '付款失败率',
          value: percent(shareOf(all.part, all.whole)),
          standing: 'none',
          note: failures[0] ? `${failures[0].name} ${percent(failures[0].share)}，最高` : '各市都少于 10 次',
          counted: '有结果的付款里，渠道说失败的；没付完就关了的不算',
        },
        complete(figures),
        complained(figures, complaints),
      ],
      failuresByCity: failures,
      refundsBySource: shares(sources, ({ name }) => sourceLabel({ source: name === '' ? null : name, kind: name })),
    });
  };
}

const NONE = { whole: 0, part: 0 };

const shareOf = (part: number, whole: number): number | null => (whole < FEWEST_SHOWN ? null : part / whole);

const percent = (share: number | null): string => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);

/** The greatest first. A share of few is left out; how many there are of each is not told, so it cannot be worked out. */
function shares(parts: readonly Part[], nameOf: (part: Part) => string): ShareByValue[] {
  return parts
    .filter(({ whole }) => whole >= FEWEST_SHOWN)
    .map((part) => ({ name: nameOf(part), share: part.part / part.whole }))
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
}

function dwell({ medianS, read, short }: Dwell) {
  const shown = read < FEWEST_SHOWN ? null : medianS;
  const share = shareOf(short, read);
  return [
    {
      name: '条款停留中位数',
      value: shown === null ? '—' : `${shown} 秒`,
      standing: indicatorStanding('dwellMedianMs', shown === null ? null : shown * 1_000),
      note: `目标 ≥ ${INDICATOR_LIMITS.dwellMedianMs.least / 1000} 秒`,
      counted: '每笔销售里条款一共打开了多久，按整秒，取中间的一笔',
    },
    {
      name: '停留不足 5 秒的占比',
      value: percent(share),
      standing: indicatorStanding('shortDwellShare', share),
      note: `上限 ${INDICATOR_LIMITS.shortDwellShare.most * 100}%`,
      counted: '打开过条款的销售里，一共不到 5 秒的',
    },
  ] satisfies IndicatorValue[];
}

function complete({ complete: whole, recorded }: Awaited<ReturnType<typeof salesFigures>>): IndicatorValue {
  const share = shareOf(whole, recorded);
  return {
    name: '证据完整率',
    value: percent(share),
    standing: indicatorStanding('completeShare', share),
    note: `下限 ${INDICATOR_LIMITS.completeShare.least * 100}%`,
    counted: '经过页面的订单里，录到了、没有缺段、检查没有发现不符的；团体和代扣没有页面，不算',
  };
}

function complained(
  { people }: Awaited<ReturnType<typeof salesFigures>>,
  { filed, extended }: Awaited<ReturnType<typeof countComplaints>>,
): IndicatorValue {
  const rate = people < FEWEST_SHOWN ? null : (filed * 10_000) / people;
  return {
    name: '万人投诉量',
    value: rate === null ? '—' : `${rate.toFixed(1)} 件`,
    standing: indicatorStanding('complaintsPerTenThousand', rate),
    note: `上限 ${INDICATOR_LIMITS.complaintsPerTenThousand.most} 件；延期答复的 ${extended} 件`,
    counted: '这些天收到的投诉，每一万个这些天付款的被保险人；撤回的也算',
  };
}
