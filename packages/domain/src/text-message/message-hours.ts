import { beijingDate, type HoursOfDay, nextInHours } from '../date/index.ts';

/** Nobody gets news as a text message before or after. */
const MESSAGE_HOURS: HoursOfDay = { fromMs: 8 * 3_600_000, toMs: 21 * 3_600_000 };

/** The first moment from this one on at which a text message may go out. */
export function nextMessageMs(nowMs: number): number {
  return nextInHours(MESSAGE_HOURS, beijingDate(nowMs), nowMs);
}

/** Whether people are left alone now: what is new at night is told in the morning. */
export function isQuiet(nowMs: number): boolean {
  return nextMessageMs(nowMs) > nowMs;
}
