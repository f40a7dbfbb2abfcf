import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { BeijingDay, RefundNo } from './order-schemas.ts';

/** Says that a stuck refund was paid on another way; recorded when another person agrees */
export const recordHandRefund = defineConsoleCall({
  name: 'recordHandRefund',
  topic: 'console/orders',
  method: 'POST',
  path: '/refunds/{refundNo}/paid-by-hand',
  summary: 'Says that a stuck refund was paid on another way; recorded when another person agrees',
  input: Type.Object({
    refundNo: RefundNo,
    reason: Reason,
    reference: Type.String({ pattern: '^[0-9A-Za-z-]{4,64}$', description: '付款凭证号，4 到 64 位字母、数字或横线' }),
    paidOn: BeijingDay,
  }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle'],
  title: '登记人工退款',
  noted: 'change',
});
