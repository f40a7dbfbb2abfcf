import type { ReportValue } from '@huimin/contract/console';
import { Empty } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { BoardPanel } from '../../parts/board-panel.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { dottedDays } from '../../parts/when.ts';
import { cell, type Unit, written } from './report-values.tsx';

const BarChart = lazy(() => import('../../parts/bar-chart.tsx'));
const LISTED = 8;
const NOT_SHOWN = '不显示';

interface Props {
  readonly value: ReportValue;
  /** What is counted: 人数, 金额（元）. */
  readonly measure: string;
  /** How it is told apart: 按医保地. */
  readonly way: string;
}

/** The sums of the rows as bars, and what they are made of by its size. */
export function ReportPictures({ value, measure, way }: Props) {
  const { whole, parts, columns } = value;
  const unit = whole === null ? undefined : columns[whole]?.unit;
  if (whole === null || unit === undefined || value.rows.length === 0) return null;
  return (
    <div className={parts.length === 0 ? undefined : 'board-two'}>
      <RowsPanel value={value} unit={unit} whole={whole} measure={measure} />
      {parts.length > 0 && <PartsPanel value={value} unit={unit} whole={whole} way={way} />}
    </div>
  );
}

interface PanelProps {
  readonly value: ReportValue;
  readonly unit: Unit;
  readonly whole: number;
}

function RowsPanel({ value, unit, whole, measure }: PanelProps & { measure: string }) {
  const title = `按${value.rowTitle === '月份' ? '月' : '天'}${measure}`;
  const rows = value.rows.map(({ name, cells }) => ({ name, count: cells[whole] ?? null }));
  const bars = useMemo(
    () =>
      value.rows.map(({ name, cells }) => ({
        label: shortOf(name),
        value: (cells[whole] ?? 0) / (unit === 'fen' ? 100 : 1),
        isPale: name.includes('没过完'),
      })),
    [value, whole, unit],
  );
  const most = rows.reduce(
    (best, row) => ((row.count ?? 0) > (best.count ?? 0) ? row : best),
    rows[0] as (typeof rows)[0],
  );
  return (
    <BoardPanel
      title={title}
      table={
        <FigureTable
          caption={title}
          headings={[value.rowTitle, measure]}
          rows={rows.map(({ name, count }) => [dottedDays(name), cell(count, unit, NOT_SHOWN)])}
        />
      }
    >
      <Suspense fallback={<div className="board-chart" aria-busy="true" />}>
        <BarChart bars={bars} label={`${title}。${dottedDays(most.name)} 最多，${written(most.count ?? 0, unit)}`} />
      </Suspense>
    </BoardPanel>
  );
}

/** 11.03, 11.03-05, 11 月. */
function shortOf(name: string): string {
  const [from = '', to] = name.split(' 到 ');
  if (/^\d{4}-\d{2}(（|$)/.test(name)) return `${name.slice(0, 4)}.${name.slice(5, 7)}`;
  const dot = (day: string) => day.slice(-5).replace('-', '.');
  const last = to?.slice(-5) ?? '';
  if (to === undefined) return dot(from);
  return `${dot(from)}-${last.slice(0, 2) === from.slice(5, 7) ? last.slice(3) : dot(last)}`;
}

function PartsPanel({ value, unit, whole, way }: PanelProps & { way: string }) {
  const sums = value.feet[0]?.cells ?? [];
  const all = sums[whole] ?? 0;
  const found = value.parts
    .map((index) => ({ name: value.columns[index]?.name ?? '', sum: sums[index] ?? null }))
    .sort((a, b) => (b.sum ?? -1) - (a.sum ?? -1));
  const most = Math.max(1, ...found.map(({ sum }) => sum ?? 0));
  const isRunning = found.every(({ sum }) => sum === null);
  const share = (sum: number | null) => (sum === null || all === 0 ? '—' : written(sum / all, 'share'));
  return (
    <BoardPanel
      title={`${way}合计`}
      table={
        <FigureTable
          caption={`${way}合计`}
          headings={['', '合计', '占比']}
          rows={found.map(({ name, sum }) => [name, cell(sum, unit, NOT_SHOWN), share(sum)])}
        />
      }
    >
      {isRunning && (
        <Empty
          style={{ padding: 14 }}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="月份过完以后才有合计；每天的在下面的表里"
        />
      )}
      <ol className="board-ranks report-ranks" hidden={isRunning}>
        {found.slice(0, LISTED).map(({ name, sum }, index) => (
          <li key={name}>
            <span className="num">{index + 1}</span>
            <span className="report-name" title={name}>
              {name}
            </span>
            <span className="board-bar">
              <i style={{ width: `${(Math.max(0, sum ?? 0) / most) * 100}%` }} />
            </span>
            <span className="num right">{cell(sum, unit, NOT_SHOWN)}</span>
          </li>
        ))}
      </ol>
    </BoardPanel>
  );
}
