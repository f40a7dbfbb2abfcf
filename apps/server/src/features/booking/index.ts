import type { HandlerTable } from '../../http/handler.ts';
import type { BookingDependencies } from './booking-deps.ts';
import { forgetOld } from './booking-store.ts';
import { cancelBooking, queryBooking, queryBookingOfOrder, queryBookingsOfPhone } from './own-bookings.ts';
import { proveBookingPhone, saveBooking, sendBookingCode } from './save-booking.ts';
import { sendBookingNotices } from './send-notices.ts';

export type { BookingDependencies } from './booking-deps.ts';
export { bookingsOf, eraseBookings, markInsured } from './booking-store.ts';
export { bookingView, PHONE_SEAL as BOOKING_PHONE_SEAL } from './booking-view.ts';
export { bookingsOfPhones } from './bookings-of-phones.ts';
export { bookingDeskHandlers } from './desk-bookings.ts';
export { callOffBookings } from './own-bookings.ts';

/** The calls of this topic, by name. */
export function bookingHandlers(deps: BookingDependencies) {
  return {
    saveBooking: saveBooking(deps),
    queryBooking: queryBooking(deps),
    queryBookingsOfPhone: queryBookingsOfPhone(deps),
    queryBookingOfOrder: queryBookingOfOrder(deps),
    cancelBooking: cancelBooking(deps),
    sendBookingCode: sendBookingCode(deps),
    proveBookingPhone: proveBookingPhone(deps),
  } satisfies HandlerTable;
}

/** What runs by itself. */
export function bookingJobs(deps: BookingDependencies) {
  return [
    { name: 'booking-notices', everyMs: 2_000, run: () => sendBookingNotices(deps) },
    { name: 'old-bookings', everyMs: 3_600_000, run: () => forgetOld(deps.database.query, deps.clock.now()) },
  ];
}
