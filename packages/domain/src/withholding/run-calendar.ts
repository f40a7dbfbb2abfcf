import { addDays, type BeijingDay, beijingDate, beijingMs, type HoursOfDay } from '../date/index.ts';
import { nextMessageMs } from '../text-message/index.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A charge is announced at the provider in these hours. */
export const BOOKING_HOURS: HoursOfDay = { fromMs: 8 * HOUR_MS, toMs: 19 * HOUR_MS + 30 * MINUTE_MS };
/** Money is taken in these: inside the provider's own from 7:00 to 22:00. */
export const DEDUCTION_HOURS: HoursOfDay = { fromMs: 8 * HOUR_MS, toMs: 20 * HOUR_MS };

/** Days after the due day on which money is asked for: the first time, and again while it fails. */
export const CHARGE_AFTER_DAYS: readonly number[] = [0, 1, 3, 6];
const LAST_CHARGE_AFTER_DAYS = Math.max(...CHARGE_AFTER_DAYS);
/** Announced on the first day, nothing on the second, taken from the third on. */
const BOOKED_BEFORE_DAYS = 2;
/** A repeated charge is announced the day before. */
const BOOKED_AGAIN_BEFORE_DAYS = 1;

/** When the payer is told before money is taken. */
export const TOLD_BEFORE_DAYS = [30, 7, 1] as const;
const FULL_NOTICE_DAYS = 30;
const SHORTEST_NOTICE_DAYS = 7;
const TOLD_AT_MS = 10 * HOUR_MS;

export interface SaleOfRun {
  readonly todayBeijing: BeijingDay;
  /** A year after the payment that is repeated. */
  readonly anniversary: BeijingDay;
  /** Last day of the new edition's sale. */
  readonly endsOn: BeijingDay;
}

/**
 * The day on which money is taken: a year after the last payment, where thirty days' notice and all repeats fit into
 * the sale. A sale with less time left shortens the notice to a week; null when not even that fits.
 */
export function dueDay({ todayBeijing, anniversary, endsOn }: SaleOfRun): BeijingDay | null {
  const latest = addDays(endsOn, -LAST_CHARGE_AFTER_DAYS);
  const earliest = [FULL_NOTICE_DAYS, SHORTEST_NOTICE_DAYS]
    .map((days) => addDays(todayBeijing, days))
    .find((day) => day <= latest);
  if (earliest === undefined) return null;
  if (anniversary < earliest) return earliest;
  return anniversary > latest ? latest : anniversary;
}

/** The day of the charge after `tries` that failed; null when there is none any more. */
export function chargeDay(due: BeijingDay, tries: number): BeijingDay | null {
  const days = CHARGE_AFTER_DAYS[tries];
  return days === undefined ? null : addDays(due, days);
}

/** Money is asked for no later than on this day. */
export function lastChargeDay(due: BeijingDay): BeijingDay {
  return addDays(due, LAST_CHARGE_AFTER_DAYS);
}

/** The first day on which a charge may be announced. */
export function bookingDay(charge: BeijingDay, tries: number): BeijingDay {
  return addDays(charge, -leadDays(tries));
}

/** The day of a charge that was announced at this moment, which may be later than planned. */
export function chargeDayAfterBooking(charge: BeijingDay, tries: number, bookedAtMs: number): BeijingDay {
  const earliest = addDays(beijingDate(bookedAtMs), leadDays(tries));
  return charge > earliest ? charge : earliest;
}

function leadDays(tries: number): number {
  return tries === 0 ? BOOKED_BEFORE_DAYS : BOOKED_AGAIN_BEFORE_DAYS;
}

/** Until this moment somebody who was asked can say yes; silence is no. */
export function answerByMs(due: BeijingDay): number {
  return beijingMs(bookingDay(due, 0));
}

export interface PlannedMessage {
  readonly daysBefore: (typeof TOLD_BEFORE_DAYS)[number];
  readonly atMs: number;
  /** Later it would say something wrong about the days left. */
  readonly notAfterMs: number;
}

/** When the payer is told of a charge that is planned now; a message whose day has passed is sent at once. */
export function messagesBefore(due: BeijingDay, nowMs: number): PlannedMessage[] {
  return TOLD_BEFORE_DAYS.map((daysBefore, at) => {
    const plannedMs = beijingMs(addDays(due, -daysBefore)) + TOLD_AT_MS;
    const followingDays = TOLD_BEFORE_DAYS[at + 1] ?? 0;
    return {
      daysBefore,
      atMs: nextMessageMs(Math.max(plannedMs, nowMs)),
      notAfterMs: beijingMs(addDays(due, -followingDays)),
    };
  }).filter(({ atMs, notAfterMs }) => atMs < notAfterMs);
}
