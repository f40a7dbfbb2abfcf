import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Booking, BookingNo, BookingTicket } from './booking-schemas.ts';

/** Takes a booking back: nothing is sent any more, and the phone is forgotten soon */
export const cancelBooking = defineCall({
  name: 'cancelBooking',
  topic: 'booking',
  method: 'POST',
  path: '/api/appoint/cancel',
  summary: 'Takes a booking back: nothing is sent any more, and the phone is forgotten soon',
  input: Type.Object({ bookingNo: BookingNo, ticket: Type.Optional(BookingTicket) }),
  output: Booking,
  login: 'optional',
  errors: ['proof-required', 'not-found', 'order-state'],
  specified: false,
});
