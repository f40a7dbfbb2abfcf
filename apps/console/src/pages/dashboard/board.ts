import type { DashboardValue } from '@huimin/contract/console';
import { clockTime } from '../../parts/when.ts';

export type Times = DashboardValue['times'];

export const count = (number: number): string => number.toLocaleString('zh-CN');

/** 95.1%; a dash where there is nothing to divide by. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`;

export const clock: (moment: string) => string = clockTime;
