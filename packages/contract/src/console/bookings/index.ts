export { listBookings } from './list-bookings.ts';
