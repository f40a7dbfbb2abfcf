import { addDays } from '../date/index.ts';

export interface CoveredPeriod {
  /** First and last day, `YYYY-MM-DD`. */
  readonly validDate: string;
  readonly invalidDate: string;
}

/**
 * How the periods hang together: for each, in the order given, whether another ends at the earliest the day before it
 * begins; and how many periods in a row lead up to the last one. Overlapping periods are one.
 */
export function continuity(periods: readonly CoveredPeriod[]): { continues: boolean[]; inARow: number } {
  const continues = periods.map((period) => periods.some((other) => isFollowedBy(other, period)));
  const ordered = [...periods].sort((a, b) => (a.validDate < b.validDate ? -1 : 1));
  let inARow = 0;
  let until = '';
  for (const { validDate, invalidDate } of ordered) {
    if (inARow > 0 && validDate <= until) {
      // Beside or within the one before.
    } else inARow = inARow > 0 && validDate === addDays(until, 1) ? inARow + 1 : 1;
    if (invalidDate > until) until = invalidDate;
  }
  return { continues, inARow };
}

function isFollowedBy(earlier: CoveredPeriod, later: CoveredPeriod): boolean {
  if (earlier.validDate >= later.validDate) return false;
  return earlier.invalidDate >= addDays(later.validDate, -1);
}
