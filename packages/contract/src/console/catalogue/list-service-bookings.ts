import Type from 'typebox';
import { ServiceBookingNo } from '../../health-services/health-service-schemas.ts';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ServiceBookingLine } from './service-booking-schemas.ts';

/** Booked health services that wait for a word, the next day first; within the scope of whoever asks */
export const listServiceBookings = defineConsoleCall({
  name: 'listServiceBookings',
  topic: 'console/catalogue',
  method: 'GET',
  path: '/service-bookings',
  summary: 'Booked health services that wait for a word, the next day first; within the scope of whoever asks',
  input: Type.Object({
    edition: Type.Optional(EditionCode),
    number: Type.Optional(ServiceBookingNo),
    after: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}_[0-9]{1,20}$', description: '从哪一条往后' })),
  }),
  output: Type.Object({
    waiting: Type.Integer(),
    /** Wanted for tomorrow or before. */
    urgent: Type.Integer(),
    bookings: Type.Array(ServiceBookingLine),
    next: Type.Union([Type.String(), Type.Null()]),
  }),
  staff: ['services.handle'],
  title: '看健康服务预约',
  noted: 'view',
});
