export { listBookings } from './list-bookings.ts';
export { resendBookingNotices } from './resend-booking-notices.ts';
