import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey, PhoneNumber, PolicyNo } from '../vocabulary/schemas.ts';
import { ServiceBooking, ServiceCode, WantedDay } from './health-service-schemas.ts';

/** Books a service for a covered person, never more often than it is offered. Safe to repeat with the same clientKey */
export const bookHealthService = defineCall({
  name: 'bookHealthService',
  topic: 'health-services',
  method: 'POST',
  path: '/api/v1/health/book',
  summary:
    'Books a service for a covered person, never more often than it is offered. Safe to repeat with the same clientKey',
  input: Type.Object({
    clientKey: ClientKey,
    policyNo: PolicyNo,
    serviceCode: ServiceCode,
    phone: PhoneNumber,
    wantedOn: Type.Optional(WantedDay),
    wish: Type.Optional(Type.String({ maxLength: 100, pattern: '^[^\\u0000-\\u001f]*$', description: '想说明的事' })),
  }),
  output: ServiceBooking,
  login: 'required',
  errors: ['not-found', 'order-state', 'too-many-requests'],
  specified: false,
});
