import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber } from '../vocabulary/schemas.ts';

/** Send the code with which somebody without a login books, or looks at bookings */
export const sendBookingCode = defineCall({
  name: 'sendBookingCode',
  topic: 'booking',
  method: 'POST',
  path: '/api/appoint/sms',
  summary: 'Send the code with which somebody without a login books, or looks at bookings',
  input: Type.Object({ phone: PhoneNumber }),
  output: Type.Object({ resendAfterSeconds: Type.Integer(), validMinutes: Type.Integer() }),
  errors: ['sms-too-soon', 'sms-not-sent'],
  specified: false,
});
