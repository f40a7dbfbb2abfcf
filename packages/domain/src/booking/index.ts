export {
  bookedText,
  bookingPromise,
  canBook,
  keepBookingUntilMs,
  MOST_BOOKED_PEOPLE,
  remindsFormerHolders,
  tellsNow,
} from './booking-rules.ts';
export { BOOKING_STATUS_TABLE, type BookingEvent, type BookingStatus, bookingStatusLabel } from './booking-status.ts';
