/**
 * Calendar arithmetic at UTC+8. China keeps one offset, so no time-zone data is needed and the machine's own zone
 * is never consulted. (The summer time of 1986–1991 is left out on purpose: birth dates have no hour.)
 */

/** A calendar day in Beijing, `YYYY-MM-DD`. */
export type BeijingDay = string;

const BEIJING_OFFSET_MS = 8 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The earliest day a date field takes (specification, section 5). */
export const EARLIEST_DAY: BeijingDay = '1900-01-01';

/** From here on nothing is a date: the day after the last one of such years is written with five digits. */
const FIRST_DAY_TOO_LATE: BeijingDay = '9999-01-01';

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** Number of days in a month; `month` is 1–12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Whether year, month (1–12) and day exist in the calendar: 31 February does not. */
export function isRealDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** `YYYY-MM-DD` of a moment, as a clock in Beijing shows it. */
export function beijingDate(ms: number): BeijingDay {
  return beijingDateTime(ms).slice(0, 10);
}

/** `YYYY-MM-DD HH:mm:ss` of a moment, as a clock in Beijing shows it. Throws RangeError when `ms` is no moment. */
export function beijingDateTime(ms: number): string {
  const shifted = new Date(ms + BEIJING_OFFSET_MS);
  const year = shifted.getUTCFullYear();
  if (Number.isNaN(year)) throw new RangeError('not a moment in time');
  const day = `${pad(year, 4)}-${pad(shifted.getUTCMonth() + 1)}-${pad(shifted.getUTCDate())}`;
  return `${day} ${pad(shifted.getUTCHours())}:${pad(shifted.getUTCMinutes())}:${pad(shifted.getUTCSeconds())}`;
}

// Groups: year, month, day, hour, minute, second, fraction, zone. A dash, a slash and a dot mean the same.
const DATE_TEXT =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function zoneOffsetMs(zone: string | undefined): number {
  if (!zone) return BEIJING_OFFSET_MS;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone[0] === '-' ? -minutes : minutes) * 60_000;
}

function textToMs(text: string): number | null {
  const match = DATE_TEXT.exec(text.trim());
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const wallClock = new Date(0);
  // Not Date.UTC: it reads the years 0–99 as 1900–1999.
  wallClock.setUTCFullYear(year, month - 1, day);
  wallClock.setUTCHours(hour, minute, second, Number((match[7] ?? '').padEnd(3, '0')));
  return wallClock.getTime() - zoneOffsetMs(match[8]);
}

/**
 * Reads what a date picker or a form hands over: a Date, or a text such as `2026-01-01`, `2026/1/1` or
 * `2026.01.01 10:32:00`. A text without a zone is Beijing time.
 * Returns milliseconds since the epoch, or null for anything else, for an impossible day, and for days before 1900-01-01
 * or from 9999-01-01 on.
 */
export function parseDate(value: Date | string): number | null {
  const ms = typeof value === 'string' ? textToMs(value) : value.getTime();
  if (ms === null || Number.isNaN(ms) || ms < EARLIEST_MS || ms >= TOO_LATE_MS) return null;
  return ms;
}

/** Milliseconds of a Beijing wall-clock text such as `2025-12-31 23:59:59`. Throws RangeError when it is not one. */
export function beijingMs(text: string): number {
  const ms = textToMs(text);
  if (ms === null) throw new RangeError(`not a date: ${text.slice(0, 40)}`);
  return ms;
}

const EARLIEST_MS = /* @__PURE__ */ beijingMs(EARLIEST_DAY);
const TOO_LATE_MS = /* @__PURE__ */ beijingMs(FIRST_DAY_TOO_LATE);

/** A date as a day is written, `YYYY-MM-DD`. Throws RangeError when it is not a date. */
export function writtenDay(text: string): BeijingDay {
  const isWritten =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    isRealDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)));
  return isWritten ? text : beijingDate(beijingMs(text));
}

/** The day `days` later (earlier when negative). Throws RangeError when `day` is not a day. */
export function addDays(day: BeijingDay, days: number): BeijingDay {
  return beijingDate(beijingMs(day) + days * DAY_MS);
}

/** The same day `years` later; 29 February becomes 28 February where the year has none. */
export function addYears(day: BeijingDay, years: number): BeijingDay {
  const from = beijingDate(beijingMs(day));
  const year = Number(from.slice(0, 4)) + years;
  const month = Number(from.slice(5, 7));
  return `${pad(year, 4)}-${pad(month)}-${pad(Math.min(Number(from.slice(8)), daysInMonth(year, month)))}`;
}

/** The first millisecond after a day has ended in Beijing. */
export function endOfDayMs(day: BeijingDay): number {
  return beijingMs(addDays(day, 1));
}
