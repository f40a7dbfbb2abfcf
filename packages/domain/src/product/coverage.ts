import { addDays, beijingMs, endOfDayMs, formatDotRange } from '../date/index.ts';

export interface CoverageDates {
  /** First and last day of cover, `YYYY-MM-DD`. */
  validDate: string;
  invalidDate: string;
}

/** `2026.01.01 - 2026.12.31`. */
export function coverageText(edition: CoverageDates): string {
  return formatDotRange(edition.validDate, edition.invalidDate);
}

/** Whether cover has begun: from 00:00 Beijing time of the first day on. */
export function coverageStarted(edition: CoverageDates, nowMs: number): boolean {
  return nowMs >= beijingMs(edition.validDate);
}

/** Whether cover is over: from 24:00 Beijing time of the last day on. */
export function coverageEnded(edition: CoverageDates, nowMs: number): boolean {
  return nowMs >= endOfDayMs(edition.invalidDate);
}

/** Number of days covered, both ends included. */
export function coverageDays(edition: CoverageDates): number {
  const dayMs = beijingMs(addDays(edition.validDate, 1)) - beijingMs(edition.validDate);
  return (endOfDayMs(edition.invalidDate) - beijingMs(edition.validDate)) / dayMs;
}
