import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { Booking, BookingTicket } from './booking-schemas.ts';

/** The booking that an order came of, by the order's number, for the owner of its phone */
export const queryBookingOfOrder = defineCall({
  name: 'queryBookingOfOrder',
  topic: 'booking',
  method: 'GET',
  path: '/api/appoint/queryOrderNo',
  summary: "The booking that an order came of, by the order's number, for the owner of its phone",
  input: Type.Object({ orderNo: OrderNo, ticket: Type.Optional(BookingTicket) }),
  output: Booking,
  login: 'optional',
  overlay: false,
  errors: ['proof-required', 'not-found'],
});
