import { addDays, beijingDate, beijingMs } from '../date/index.ts';

const HOUR_MS = 3_600_000;

/** A Beijing day is counted for good so long after its end, in milliseconds. */
export const DAY_CLOSES_AFTER_MS = 2 * HOUR_MS;
/** What carries a moment may be written so long after it, in milliseconds. */
export const STILL_WRITTEN_MS = 5 * 60_000;

/** Whether something became known when the day on which it happened is, or is just being, counted for good. */
export function isKnownLate(happenedAtMs: number, knownAtMs: number): boolean {
  return knownAtMs >= beijingMs(addDays(beijingDate(happenedAtMs), 1)) + DAY_CLOSES_AFTER_MS - STILL_WRITTEN_MS;
}
