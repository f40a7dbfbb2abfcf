export { cancelBooking } from './cancel-booking.ts';
export { proveBookingPhone } from './prove-booking-phone.ts';
export { queryBooking } from './query-booking.ts';
export { queryBookingOfOrder } from './query-booking-of-order.ts';
export { queryBookingsOfPhone } from './query-bookings-of-phone.ts';
export { saveBooking } from './save-booking.ts';
export { sendBookingCode } from './send-booking-code.ts';
