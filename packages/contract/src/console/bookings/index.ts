export { countBookings } from './count-bookings.ts';
export { listBookings } from './list-bookings.ts';
export { resendBookingNotices } from './resend-booking-notices.ts';
