import Type from 'typebox';
import { ComplaintNo } from '../../complaints/complaint-schemas.ts';
import { OrderNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintView } from './complaint-desk-schemas.ts';
/** Puts a complaint to the order of the same account it is about */
export const linkComplaintOrder = defineConsoleCall({
  name: 'linkComplaintOrder',
  topic: 'console/complaints',
  method: 'POST',
  path: '/complaints/{complaintNo}/order',
  summary: 'Puts a complaint to the order of the same account it is about',
  input: Type.Object({ complaintNo: ComplaintNo, orderNo: OrderNo }),
  output: ComplaintView,
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.handle'],
  title: '关联投诉的订单',
  noted: 'change',
});
