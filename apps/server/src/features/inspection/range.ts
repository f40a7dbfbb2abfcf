import { parseDate } from '@huimin/domain/date';

/** What is wrong with two days, as a sentence; null when nothing is. */
export function daysProblem(from: string, to: string): string | null {
  if (parseDate(from) === null || parseDate(to) === null) return '没有这一天，请重新选日期';
  return from > to ? '开始的日期晚于结束的日期，请重新选日期' : null;
}
