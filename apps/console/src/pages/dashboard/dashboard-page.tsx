import type { DashboardValue } from '@huimin/contract/console';
import { addDays } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { Empty, Select, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { ExportButton } from '../../app/export-button.tsx';
import { useKnownChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { Segments } from '../../app/segments.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { BoardPanel } from '../../parts/board-panel.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { useOwnCities } from '../../parts/own-cities.ts';
import { StandingAlerts } from '../../parts/standing-alerts.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime } from '../../parts/when.ts';
import { clock, count, share, type Times } from './board.ts';
import { CityPanel } from './city-panel.tsx';
import { DutyCards } from './duty-cards.tsx';
import { FailurePanel, FunnelPanel, MethodPanel } from './step-panels.tsx';
import './dashboard.css';
import { editionOptions } from '../../parts/edition-options.ts';

const BarChart = lazy(() => import('../../parts/bar-chart.tsx'));
const AGAIN_MS = 60_000;
const WORDS = { today: '今天', yesterday: '昨天', week: '近 7 天', edition: '本版累计' } as const;
type Period = keyof typeof WORDS;
const PERIODS = (Object.keys(WORDS) as Period[]).map((value) => ({ value, label: WORDS[value] }));
const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'];

/** How the sale goes, as far as one's scope reaches. */
export default function DashboardPage() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  const asked = given('period');
  const period: Period = asked !== undefined && Object.hasOwn(WORDS, asked) ? (asked as Period) : 'today';
  const input: Inputs['showDashboard'] = { period, edition: given('edition'), city: given('city') };
  const board = useCall('showDashboard', input);
  const { reload } = board;
  const cities = useOwnCities();
  useKnownChoice(address, 'period', PERIODS);
  useKnownChoice(address, 'city', cities.options);
  useKnownChoice(address, 'edition', editionOptions(board.value?.editions), board.isUnknown);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const { value } = board;
  return (
    <div className="page">
      <PageHead title="数据总览" note={value ? noteOf(value) : ''}>
        <Segments<Period>
          aria-label="时间范围"
          value={period}
          options={PERIODS}
          onChange={(name) => set({ period: name === 'today' ? null : name })}
        />
        <Select
          style={{ width: 104 }}
          aria-label="医保所在地"
          value={given('city') ?? ''}
          options={[{ value: '', label: cities.all }, ...(cities.options.length > 1 ? cities.options : [])]}
          onChange={(city: string) => set({ city })}
        />
        {value && value.editions.length > 1 && (
          <Select
            className="board-edition"
            aria-label="产品版本"
            value={value.edition}
            options={editionOptions(value.editions)}
            onChange={(edition: string) => set({ edition })}
          />
        )}
        {value && (
          <ExportButton
            kind="daily-report"
            label="导出日报"
            title={`${lastDay(value, period).replaceAll('-', '.')} 的日报`}
            filter={{ day: lastDay(value, period), edition: value.edition }}
          />
        )}
      </PageHead>
      <StandingAlerts />
      <LoadProblem problem={board.problem} onRetry={reload} />
      {value ? <Board value={value} period={period} /> : board.problem === null && <Skeleton active />}
    </div>
  );
}

/** The newest day of a period that is over. */
const lastDay = ({ to }: DashboardValue, period: Period) => (period === 'yesterday' ? to : addDays(to, -1));

/** Of these days nothing was counted: their figures would all be nought, and none of them true. */
const isUncounted = ({ at, from }: DashboardValue): boolean => at !== null && at.slice(0, 10) < from;

/** Counting is days behind, after a pause or much that was taken in: no figure of these days is whole. */
const isBehind = (at: string, lastDay: string): boolean => at.slice(0, 10) < lastDay;

function noteOf({ from, to, at }: DashboardValue): ReactNode {
  const dot = (day: string) => day.replaceAll('-', '.');
  const days = from === to ? `${dot(to)} 星期${WEEKDAYS[new Date(to).getUTCDay()]}` : `${dot(from)} 到 ${dot(to)}`;
  return (
    <>
      <span className="board-when">{days}</span>{' '}
      {at !== null && isBehind(at, to) ? (
        <StateTag tone="warn">只统计到 {longTime(at)}，后面的正在补</StateTag>
      ) : (
        <>
          <span className="board-when">{at === null ? '还没有统计过' : `数据更新 ${clock(at)}`}</span>
          <span className="only-wide">，每 60 秒刷新</span>
        </>
      )}
    </>
  );
}

function Board({ value, period }: { value: DashboardValue; period: Period }) {
  const isDay = period === 'today' || period === 'yesterday';
  if (isUncounted(value)) {
    return (
      <>
        <DutyCards waiting={value.waiting} />
        <section className="panel" aria-label={WORDS[period]}>
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={`${WORDS[period]}的数还没有统计到，统计到了自动显示；以前的可以看“本版累计”`}
          />
        </section>
      </>
    );
  }
  return (
    <>
      <KpiStrip isWide label={WORDS[period]} figures={figuresOf(value, WORDS[period])} />
      <DutyCards waiting={value.waiting} />
      <div className="board-two">
        <TimePanel times={value.times} isDay={isDay} at={value.at} day={value.to} period={period} />
        <CityPanel cities={value.cities} />
      </div>
      <div className="board-three">
        <FunnelPanel funnel={value.funnel} />
        <MethodPanel methods={value.methods} />
        <FailurePanel failures={value.failures} />
      </div>
    </>
  );
}

function figuresOf(value: DashboardValue, word: string) {
  const { soFar, attempts, refunds, recorded } = value;
  const change = soFar === null || soFar.before === 0 ? null : (soFar.people / soFar.before - 1) * 100;
  const missing = recorded.all - recorded.whole;
  return [
    { label: `${word}参保`, value: count(value.people), unit: `人　${count(value.orders)} 单` },
    { label: `${word}实收`, value: formatYuan(value.receivedFen), unit: '元' },
    ...(soFar === null
      ? []
      : [
          {
            label: `到 ${soFar.hour} 时，比昨天`,
            value: change === null ? '—' : `${change >= 0 ? '+' : ''}${change.toFixed(1)}%`,
            unit: `${count(soFar.people)} / ${count(soFar.before)} 人`,
          },
        ]),
    {
      label: '付款成功率',
      value: share(attempts.paid, attempts.ended),
      unit: `${count(attempts.paid)} / ${count(attempts.ended)} 次`,
    },
    { label: `${word}退保`, value: count(refunds.people), unit: `人　${formatYuan(refunds.fen)} 元` },
    {
      label: '证据完整率',
      value: share(recorded.whole, recorded.all),
      unit: missing === 0 ? '没有缺的' : `${count(missing)} 单没有回放`,
    },
  ];
}

interface TimeProps {
  readonly times: Times;
  readonly isDay: boolean;
  readonly at: string | null;
  /** The last of the days that are shown. */
  readonly day: string;
  readonly period: Period;
}

function TimePanel({ times: counted, isDay, at, day, period }: TimeProps) {
  // A day as everywhere: 11.24
  const times = counted.map((one) => ({ ...one, label: one.label.replace('-', '.') }));
  const title = isDay ? '按小时参保人数' : '按天参保人数';
  const most = times.reduce((best, one) => (one.people > best.people ? one : best), times[0] as Times[number]);
  const sum = times.reduce((all, one) => all + one.people, 0);
  const before = times.reduce((all, one) => all + (one.before ?? 0), 0);
  const [own, former] = period === 'yesterday' ? ['昨天', '前天'] : ['今天', '昨天'];
  return (
    <BoardPanel
      title={title}
      legend={
        isDay && (
          <span className="board-legend">
            <i className="legend-own" />
            {own}
            {period === 'today' && (
              <>
                <i className="legend-running" />
                进行中
              </>
            )}
            <i className="legend-former" />
            {former}
          </span>
        )
      }
      table={
        <FigureTable
          caption={title}
          headings={[isDay ? '小时' : '日期', '人', '单', '实收（元）', ...(isDay ? [`${former}（人）`] : [])]}
          rows={times.map((one) => [
            one.isRunning ? `${one.label}（进行中）` : one.label,
            ...[count(one.people), count(one.orders), formatYuan(one.fen)],
            ...(isDay ? [count(one.before ?? 0)] : []),
          ])}
          feet={[
            [
              '合计',
              count(sum),
              count(times.reduce((all, one) => all + one.orders, 0)),
              formatYuan(times.reduce((all, one) => all + one.fen, 0)),
              ...(isDay ? [count(before)] : []),
            ],
          ]}
        />
      }
    >
      <Suspense fallback={<div className="board-chart" aria-busy="true" />}>
        <BarChart
          bars={times.map((one) => ({ label: one.label.replace(' 时', ''), value: one.people, isPale: one.isRunning }))}
          line={isDay ? times.map(({ before }) => before) : null}
          now={period === 'today' && at !== null && !isBehind(at, day) ? `现在 ${clock(at)}` : null}
          label={`${title}。${most.label} 最多，${count(most.people)} 人；共 ${count(sum)} 人${isDay ? `，${former} ${count(before)} 人` : ''}`}
        />
      </Suspense>
    </BoardPanel>
  );
}
