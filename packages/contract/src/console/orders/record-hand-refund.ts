import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { BeijingDay, RefundNo } from './order-schemas.ts';

/** Records that a stuck refund was paid on another way */
export const recordHandRefund = defineConsoleCall({
  name: 'recordHandRefund',
  topic: 'console/orders',
  method: 'POST',
  path: '/refunds/{refundNo}/paid-by-hand',
  summary: 'Records that a stuck refund was paid on another way',
  input: Type.Object({
    refundNo: RefundNo,
    reason: Reason,
    reference: Type.String({ pattern: '^[0-9A-Za-z-]{4,64}$', description: '付款凭证号，4 到 64 位字母、数字或横线' }),
    paidOn: BeijingDay,
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle'],
  title: '登记人工退款',
  noted: 'change',
});
