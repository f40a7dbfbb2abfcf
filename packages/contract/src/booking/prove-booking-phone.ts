import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber, SmsCode } from '../vocabulary/schemas.ts';
import { BookingTicket } from './booking-schemas.ts';

/** A ticket for a phone that a code was sent to, whether or not it has a booking */
export const proveBookingPhone = defineCall({
  name: 'proveBookingPhone',
  topic: 'booking',
  method: 'POST',
  path: '/api/appoint/prove',
  summary: 'A ticket for a phone that a code was sent to, whether or not it has a booking',
  input: Type.Object({ phone: PhoneNumber, code: SmsCode }),
  output: Type.Object({ ticket: BookingTicket }),
  errors: ['sms-code-wrong', 'sms-code-expired'],
  specified: false,
});
