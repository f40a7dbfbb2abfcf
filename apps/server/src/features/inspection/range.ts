import { addDays, parseDate } from '@huimin/domain/date';

const MOST_DAYS = 3_660;

/** What is wrong with two days, as a sentence; null when nothing is. */
export function daysProblem(from: string, to: string): string | null {
  if (parseDate(from) === null || parseDate(to) === null) return '没有这一天，请重新选日期';
  if (from > to) return '开始的日期晚于结束的日期，请重新选日期';
  return to > addDays(from, MOST_DAYS) ? '一次最多看十年，请缩短日期' : null;
}
