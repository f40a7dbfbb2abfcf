import { beijingMs } from '../date/index.ts';
import { isOnSale, notYetOnSale, type SaleDates, saleWindowAt } from '../product/index.ts';
import { isQuiet } from '../text-message/index.ts';

/** More than these are a group, which has its own way. */
export const MOST_BOOKED_PEOPLE = 20;

const DAY_MS = 24 * 3_600_000;
/** A phone that was left for a reminder is of no use once the sale is over. */
const KEPT_AFTER_SALE_MS = 30 * DAY_MS;

/** Whether somebody can still ask to be reminded: the sale is to come. */
export function canBook(edition: SaleDates, nowMs: number): boolean {
  return notYetOnSale(edition, nowMs) && saleWindowAt(edition, nowMs) === 'insureing';
}

/** Whether reminders of this edition go out now: it is on sale, and it is not night (21:00 to 8:00). */
export function tellsNow(edition: SaleDates, nowMs: number): boolean {
  return isOnSale(edition, nowMs) && !isQuiet(nowMs);
}

/** Whoever buys by themselves in the first days is not written to. */
const REMINDED_AFTER_MS = 7 * DAY_MS;

/** Whether those who were covered the year before are reminded of this edition now. */
export function remindsFormerHolders(edition: SaleDates, nowMs: number): boolean {
  return tellsNow(edition, nowMs) && nowMs >= beijingMs(edition.insureStart) + REMINDED_AFTER_MS;
}

/** Until when what was left is kept. */
export function keepBookingUntilMs(edition: Pick<SaleDates, 'insureEnd'>, nowMs: number): number {
  return Math.max(beijingMs(edition.insureEnd), nowMs) + KEPT_AFTER_SALE_MS;
}

/** What a resident is promised by a booking. */
export function bookingPromise(proName: string): string {
  return `${proName}开售后我们将第一时间短信提醒您`;
}

/** What a resident reads after booking. */
export function bookedText(proName: string): string {
  return `预约成功！${bookingPromise(proName)}`;
}
