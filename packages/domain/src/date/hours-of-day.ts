import { addDays, type BeijingDay, beijingDate, beijingMs } from './beijing-time.ts';

/** Part of a day in which something may be done, Beijing time, in ms from midnight; the end is not part of it. */
export interface HoursOfDay {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The first moment from `nowMs` and from that day on that lies in these hours. */
export function nextInHours(hours: HoursOfDay, day: BeijingDay, nowMs: number): number {
  const fromMs = Math.max(nowMs, beijingMs(day));
  const today = beijingDate(fromMs);
  const midnightMs = beijingMs(today);
  if (fromMs < midnightMs + hours.fromMs) return midnightMs + hours.fromMs;
  if (fromMs < midnightMs + hours.toMs) return fromMs;
  return beijingMs(addDays(today, 1)) + hours.fromMs;
}
