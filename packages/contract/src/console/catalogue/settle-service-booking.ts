import Type from 'typebox';
import { ServiceBookingNo } from '../../health-services/health-service-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';

/** Says how a booking ended: used, missed, or cancelled by the provider, which the resident is told */
export const settleServiceBooking = defineConsoleCall({
  name: 'settleServiceBooking',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/service-bookings/{serviceBookingNo}/settle',
  summary: 'Says how a booking ended: used, missed, or cancelled by the provider, which the resident is told',
  input: Type.Object({
    serviceBookingNo: ServiceBookingNo,
    outcome: Type.Enum(['used', 'missed', 'cancel'], { description: 'used 已使用 missed 没有来 cancel 机构取消' }),
    reason: Reason,
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['services.handle'],
  title: '办健康服务预约',
  noted: 'change',
});
