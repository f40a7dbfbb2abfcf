import Type from 'typebox';
import { OrderNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';

/** Asks to see the people of an order unmasked; once another person has agreed, for a quarter of an hour */
export const askPersonReveal = defineConsoleCall({
  name: 'askPersonReveal',
  topic: 'console/orders',
  method: 'POST',
  path: '/orders/{orderNo}/reveal',
  summary: 'Asks to see the people of an order unmasked; once another person has agreed, for a quarter of an hour',
  input: Type.Object({ orderNo: OrderNo, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['person.reveal'],
  title: '申请看完整证件',
  noted: 'change',
});
