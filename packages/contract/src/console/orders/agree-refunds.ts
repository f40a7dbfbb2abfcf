import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval } from '../staff/staff-schemas.ts';
import { RefundNo } from './order-schemas.ts';

/** Agrees to refunds; they go on when another person has looked at them too */
export const agreeRefunds = defineConsoleCall({
  name: 'agreeRefunds',
  topic: 'console/orders',
  method: 'POST',
  path: '/refunds/agree',
  summary: 'Agrees to refunds; they go on when another person has looked at them too',
  input: Type.Object({
    refundNos: Type.Array(RefundNo, { minItems: 1, maxItems: 100 }),
    note: Type.Optional(Type.String({ maxLength: 200, description: '审核意见' })),
  }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['refund.review'],
  title: '同意退款',
  noted: 'change',
});
