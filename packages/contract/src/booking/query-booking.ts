import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Booking, BookingNo, BookingTicket } from './booking-schemas.ts';

/** One booking by its number, for whoever has shown its phone to be theirs; others' and absent ones are answered alike */
export const queryBooking = defineCall({
  name: 'queryBooking',
  topic: 'booking',
  method: 'GET',
  path: '/api/appoint/query',
  summary:
    "One booking by its number, for whoever has shown its phone to be theirs; others' and absent ones are answered alike",
  input: Type.Object({ bookingNo: BookingNo, ticket: Type.Optional(BookingTicket) }),
  output: Booking,
  login: 'optional',
  errors: ['proof-required', 'not-found'],
});
