import { type BeijingDay, beijingDate, writtenDay } from '../date/index.ts';

/** Adults are 18 or older (PRODUCT: payer). */
export const ADULT_AGE_YEARS = 18;

/**
 * Full years between two days. Whoever was born on 29 February has their birthday on 1 March in years without one:
 * a year of life is full only when all its days have passed, so nobody counts as a year older a day too early.
 * Negative when `today` is before the birth date.
 */
export function ageYearsOnDay(birthDate: BeijingDay, today: BeijingDay): number {
  const birth = writtenDay(birthDate);
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Full years at a moment, by the Beijing calendar. Throws RangeError when `birthDate` is not a date. */
export function ageYearsAt(birthDate: BeijingDay, nowMs: number): number {
  return ageYearsOnDay(birthDate, beijingDate(nowMs));
}

/** Whether the person is an adult: from the first moment of the 18th birthday on, Beijing time. */
export function isAdultAt(birthDate: BeijingDay, nowMs: number): boolean {
  return ageYearsAt(birthDate, nowMs) >= ADULT_AGE_YEARS;
}
