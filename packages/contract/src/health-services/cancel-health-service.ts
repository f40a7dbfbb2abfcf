import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ServiceBooking, ServiceBookingNo } from './health-service-schemas.ts';

/** Gives a booked time back; it can be booked again */
export const cancelHealthService = defineCall({
  name: 'cancelHealthService',
  topic: 'health-services',
  method: 'POST',
  path: '/api/v1/health/cancel',
  summary: 'Gives a booked time back; it can be booked again',
  input: Type.Object({ serviceBookingNo: ServiceBookingNo }),
  output: ServiceBooking,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
