import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { RefundNo } from './order-schemas.ts';

/** Says that a payment by hand never left the house; its provider sends the refund again when another person agrees */
export const releaseHeldRefund = defineConsoleCall({
  name: 'releaseHeldRefund',
  topic: 'console/orders',
  method: 'POST',
  path: '/refunds/{refundNo}/release',
  summary:
    'Says that a payment by hand never left the house; its provider sends the refund again when another person agrees',
  input: Type.Object({ refundNo: RefundNo, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle'],
  title: '申请放行停着的退款',
  noted: 'change',
});
