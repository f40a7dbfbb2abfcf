import { beijingDate, parseDate } from '@huimin/domain/date';
import { toHalfWidth } from './grouped-text.ts';

/**
 * The day a typed text means, `YYYY-MM-DD`: 1962-5-8, 1962/05/08, 1962.5.8, 1962年5月8日 or 19620508. Null while it is none.
 */
export function typedDay(text: string): string | null {
  const plain = toHalfWidth(text)
    .trim()
    .replace(/\s/g, '')
    .replace(/[年月]/g, '-')
    .replace(/日$/, '');
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  const ms = parseDate(joined ? joined.slice(1).join('-') : plain);
  // A text that also has a time is no day.
  return ms === null || plain.length > 10 ? null : beijingDate(ms);
}

/** What may stand in the field while it is typed: figures and the marks between them, no longer than a day. */
export function typedDayText(text: string): string {
  return toHalfWidth(text)
    .replace(/[^0-9\-/.年月日]/g, '')
    .slice(0, 11);
}

const COLUMNS = 7;

/** The days of a month in rows of a week from Monday on; null where the month has none. `month` is 1–12. */
export function monthDays(year: number, month: number): readonly (number | null)[] {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const lead = (first.getUTCDay() + COLUMNS - 1) % COLUMNS;
  return [...Array.from({ length: lead }, () => null), ...Array.from({ length: last }, (_, index) => index + 1)];
}

export function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
