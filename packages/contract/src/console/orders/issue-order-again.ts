import Type from 'typebox';
import { OrderNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';

/** Has a paid order that waits for its policies issued again at once */
export const issueOrderAgain = defineConsoleCall({
  name: 'issueOrderAgain',
  topic: 'console/orders',
  method: 'POST',
  path: '/orders/{orderNo}/issue',
  summary: 'Has a paid order that waits for its policies issued again at once',
  input: Type.Object({ orderNo: OrderNo, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle', 'refund.ask'],
  title: '重新出单',
  noted: 'change',
});
