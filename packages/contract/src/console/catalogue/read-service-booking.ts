import Type from 'typebox';
import { ServiceBookingNo } from '../../health-services/health-service-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';

/** Whom to call about a booking, and what they wrote; with the reason in the audit log */
export const readServiceBooking = defineConsoleCall({
  name: 'readServiceBooking',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/service-bookings/{serviceBookingNo}/read',
  summary: 'Whom to call about a booking, and what they wrote; with the reason in the audit log',
  input: Type.Object({ serviceBookingNo: ServiceBookingNo, reason: Reason }),
  output: Type.Object({ name: Type.String(), phone: Type.String(), wish: Type.String() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['services.handle'],
  title: '看健康服务预约的联系人',
  noted: 'view',
});
