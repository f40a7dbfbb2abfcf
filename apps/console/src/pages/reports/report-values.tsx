import type { ReportValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import type { ReactNode } from 'react';

export type Unit = ReportValue['columns'][number]['unit'];

/** A number of a report as it is written. */
export function written(value: number, unit: Unit): string {
  if (unit === 'fen') return formatYuan(value);
  if (unit === 'share') return `${(value * 100).toFixed(1)}%`;
  return unit === 'days' || unit === 'rate' ? value.toFixed(1) : value.toLocaleString('zh-CN');
}

/** A cell of a report; one that is not shown says so. */
export function cell(value: number | null, unit: Unit, whyNot: string): ReactNode {
  if (value !== null) return written(value, unit);
  return (
    <span className="report-hidden" title={whyNot}>
      <span aria-hidden="true">＊</span>
      <span className="sr-only">{whyNot}</span>
    </span>
  );
}
