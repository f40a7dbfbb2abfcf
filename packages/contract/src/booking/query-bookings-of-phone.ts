import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Booking, BookingTicket } from './booking-schemas.ts';

/** The bookings of a phone, newest first: the logged-in account's, or the one that a ticket shows; no phone travels */
export const queryBookingsOfPhone = defineCall({
  name: 'queryBookingsOfPhone',
  topic: 'booking',
  method: 'GET',
  path: '/api/appoint/queryPhoneNo',
  summary:
    "The bookings of a phone, newest first: the logged-in account's, or the one that a ticket shows; no phone travels",
  input: Type.Object({ ticket: Type.Optional(BookingTicket) }),
  output: Type.Object({ bookings: Type.Array(Booking) }),
  login: 'optional',
  overlay: false,
  errors: ['proof-required'],
});
