import { addDays, type BeijingDay, beijingDate, beijingMs } from './beijing-time.ts';
import { formatDateTime } from './date-text.ts';
import { PUBLIC_HOLIDAYS } from './public-holidays.ts';

/** The latest moment of something that was promised. */
export interface Deadline {
  readonly byMs: number;
  /**
   * False where it was counted over a year whose public holidays are not published yet: only weekends were left out, and
   * a holiday puts the moment off.
   */
  readonly holidaysKnown: boolean;
}

const HOUR_MS = 3_600_000;
const OFFICE_CLOSES_HOUR = 18;

/** Whether offices and banks work on a day; in a year without published holidays that is Monday to Friday. */
export function isWorkingDay(day: BeijingDay): boolean {
  const year = PUBLIC_HOLIDAYS[day.slice(0, 4)];
  const date = day.slice(5);
  if (year?.workedWeekends.includes(date)) return true;
  if (year?.off.some(([first, last]) => first <= date && date <= last)) return false;
  // Noon of the day in Beijing is the same day in UTC.
  const weekday = new Date(beijingMs(day) + 12 * HOUR_MS).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** 18:00 Beijing time of the `workingDays`-th working day after the day of `fromMs`. */
export function deadlineAfter(fromMs: number, workingDays: number): Deadline {
  let day = beijingDate(fromMs);
  let holidaysKnown = true;
  for (let left = workingDays; left > 0; ) {
    day = addDays(day, 1);
    if (PUBLIC_HOLIDAYS[day.slice(0, 4)] === undefined) holidaysKnown = false;
    if (isWorkingDay(day)) left -= 1;
  }
  return { byMs: beijingMs(day) + OFFICE_CLOSES_HOUR * HOUR_MS, holidaysKnown };
}

/** A deadline that was worked out before. */
export function deadlineAt(byMs: number): Deadline {
  return { byMs, holidaysKnown: PUBLIC_HOLIDAYS[beijingDate(byMs).slice(0, 4)] !== undefined };
}

/** `2026.11.25 18:00`, and that holidays put it off where they are not known yet. */
export function formatDeadline({ byMs, holidaysKnown }: Deadline): string {
  return holidaysKnown ? formatDateTime(byMs) : `${formatDateTime(byMs)}（节假日顺延）`;
}
