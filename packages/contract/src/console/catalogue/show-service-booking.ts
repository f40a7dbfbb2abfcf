import Type from 'typebox';
import { ServiceBookingNo } from '../../health-services/health-service-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ServiceBookingLine } from './service-booking-schemas.ts';

/** One booking of a health service: what is wanted and whom to ask, the person masked */
export const showServiceBooking = defineConsoleCall({
  name: 'showServiceBooking',
  topic: 'console/catalogue',
  method: 'GET',
  path: '/service-bookings/{serviceBookingNo}',
  summary: 'One booking of a health service: what is wanted and whom to ask, the person masked',
  input: Type.Object({ serviceBookingNo: ServiceBookingNo }),
  output: Type.Object({
    ...ServiceBookingLine.properties,
    service: Type.String(),
    provider: Type.String(),
    hotline: Type.String(),
    howToBook: Type.String(),
    nameMasked: Type.String(),
    phoneMasked: Type.String(),
    settledAt: Type.Union([Type.String(), Type.Null()]),
  }),
  errors: ['not-found'],
  staff: ['services.handle'],
  title: '看一次健康服务预约（遮盖）',
  noted: 'view',
});
