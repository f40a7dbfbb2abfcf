import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { RefundNo } from './order-schemas.ts';

/** Turns refunds down; the policies stand again, and the policyholder reads why */
export const returnRefunds = defineConsoleCall({
  name: 'returnRefunds',
  topic: 'console/orders',
  method: 'POST',
  path: '/refunds/return',
  summary: 'Turns refunds down; the policies stand again, and the policyholder reads why',
  input: Type.Object({
    refundNos: Type.Array(RefundNo, { minItems: 1, maxItems: 100 }),
    reason: Reason,
  }),
  output: Type.Object({ returned: Type.Integer() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['refund.review'],
  title: '退回退款申请',
  noted: 'change',
});
