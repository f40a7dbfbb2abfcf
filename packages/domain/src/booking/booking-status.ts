import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where the wish to be reminded of a sale's opening stands. */
export type BookingStatus = 'booked' | 'notified' | 'insured' | 'cancelled';

export type BookingEvent = 'Told' | 'PoliciesIssued' | 'Cancelled';

export const BOOKING_STATUS_TABLE: StatusTable<BookingStatus, BookingEvent> = {
  title: 'Booking',
  entries: [
    { status: 'booked', key: 'Booked', label: '已预约', tone: 'info' },
    { status: 'notified', key: 'Notified', label: '已通知', tone: 'success' },
    { status: 'insured', key: 'Insured', label: '已投保', tone: 'success' },
    { status: 'cancelled', key: 'Cancelled', label: '已取消', tone: 'neutral' },
  ],
  initial: ['booked'],
  terminal: ['insured', 'cancelled'],
  rows: [
    ['booked', 'notified', 'Told'],
    // Bought before the message went out, as those covered before may.
    ['booked', 'insured', 'PoliciesIssued'],
    ['notified', 'insured', 'PoliciesIssued'],
    ['booked', 'cancelled', 'Cancelled'],
    ['notified', 'cancelled', 'Cancelled'],
  ],
};

export function bookingStatusLabel(status: BookingStatus): string {
  return statusEntryOf(BOOKING_STATUS_TABLE, status)?.label ?? status;
}
