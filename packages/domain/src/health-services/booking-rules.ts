import { addDays, type BeijingDay } from '../date/index.ts';
import type { HealthService } from './service-file.ts';

/** Nobody books further ahead. */
const MOST_DAYS_AHEAD = 90;

/** How often a service can be used in the year of cover; enrolling counts once. */
export function timesOf({ timesPerYear }: Pick<HealthService, 'timesPerYear'>): number {
  return timesPerYear ?? 1;
}

export interface BookableDays {
  readonly first: BeijingDay;
  readonly last: BeijingDay;
}

/** The days that can be wanted; null where the cover ends before, or the service is enrolled for and has no day. */
export function bookableDays(
  { timesPerYear, leadDays }: Pick<HealthService, 'timesPerYear' | 'leadDays'>,
  today: BeijingDay,
  coverEndsOn: BeijingDay,
): BookableDays | null {
  if (timesPerYear === null) return null;
  const first = addDays(today, leadDays);
  const ahead = addDays(today, leadDays + MOST_DAYS_AHEAD);
  const last = ahead < coverEndsOn ? ahead : coverEndsOn;
  return first <= last ? { first, last } : null;
}

/** Why a person may not use a service; null when they may. */
export function whyNotFor({ leastAge, name }: Pick<HealthService, 'leastAge' | 'name'>, age: number): string | null {
  return leastAge !== null && age < leastAge ? `“${name}”只给 ${leastAge} 岁以上的人` : null;
}
