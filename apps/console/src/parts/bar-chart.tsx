import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { sans } from '../app/theme.ts';
import './board.css';

use([BarChart, LineChart, GridComponent, MarkLineComponent, CanvasRenderer]);

const INK = '#1d5080';
const PALE = '#b3c3d4';
const GREY = '#857b76';
const TEXT = '#544c49';
const RED = '#a8202d';

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Not over yet. */
  readonly isPale?: boolean;
}

interface Props {
  readonly bars: readonly Bar[];
  /** What is compared with, behind them. */
  readonly line?: readonly (number | null)[] | null;
  /** What it shows, for whoever does not see it. */
  readonly label: string;
  /** Written beside the running hour. */
  readonly now?: string | null;
}

/** Numbers by hour, day or month as bars, those they are compared with as a line. */
export default function BarsAndLine({ bars, line = null, label, now = null }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return;
    const chart = init(box.current);
    chart.setOption(optionOf(bars, line, now));
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [bars, line, now]);
  return <div ref={box} className="board-chart" role="img" aria-label={label} />;
}

function optionOf(bars: readonly Bar[], line: readonly (number | null)[] | null, now: string | null) {
  const most = Math.max(...bars.map(({ value }) => value));
  // Once: 5 and 5 above two bars side by side read as 55.
  const highest = bars.findIndex(({ value }) => value === most && most > 0);
  const text = { color: TEXT, fontSize: 13 };
  const running = bars.findIndex(({ isPale }) => isPale);
  const isLate = running > bars.length * 0.75;
  return {
    animation: false,
    textStyle: { fontFamily: sans },
    grid: { left: 4, right: 12, top: 46, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: bars.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: '#e8e2dd' } },
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: text, splitLine: { lineStyle: { color: '#e8e2dd' } } },
    series: [
      {
        type: 'bar',
        barMaxWidth: 32,
        data: bars.map(({ value, isPale }, index) => ({
          value,
          itemStyle: { color: isPale ? PALE : INK, borderRadius: [2, 2, 0, 0] },
          label: {
            show: index === highest,
            position: 'top',
            formatter: value.toLocaleString('zh-CN'),
            fontWeight: 700,
            fontSize: 13,
            color: '#1f1b1a',
          },
        })),
        ...(now !== null && running >= 0
          ? {
              markLine: {
                symbol: 'none',
                silent: true,
                lineStyle: { color: RED, type: 'dashed' },
                label: {
                  formatter: now,
                  color: RED,
                  fontSize: 13,
                  position: 'end',
                  // Above the highest bar's own number.
                  distance: 24,
                  // Near the right edge there is only room before it.
                  align: isLate ? 'right' : 'left',
                  padding: isLate ? [0, 8, 0, 0] : [0, 0, 0, 8],
                },
                data: [{ xAxis: running }],
              },
            }
          : {}),
      },
      ...(line !== null
        ? [
            {
              type: 'line',
              symbol: 'none',
              lineStyle: { color: GREY, width: 2 },
              data: line,
            },
          ]
        : []),
    ],
  };
}
