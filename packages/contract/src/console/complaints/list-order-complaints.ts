import Type from 'typebox';
import { OrderNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ComplaintLine } from './complaint-desk-schemas.ts';

/** Where the complaints about one order stand, the latest first; a part of its page, whose opening is what is noted */
export const listOrderComplaints = defineConsoleCall({
  name: 'listOrderComplaints',
  topic: 'console/complaints',
  method: 'GET',
  path: '/orders/{orderNo}/complaints',
  summary:
    'Where the complaints about one order stand, the latest first; a part of its page, whose opening is what is noted',
  input: Type.Object({ orderNo: OrderNo }),
  output: Type.Object({ complaints: Type.Array(Type.Omit(ComplaintLine, ['phone', 'city'])) }),
  errors: [],
  staff: ['complaints.view'],
  title: '看订单的投诉',
  noted: 'nothing',
});
