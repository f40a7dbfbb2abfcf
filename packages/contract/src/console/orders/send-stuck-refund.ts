import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { RefundNo } from './order-schemas.ts';

/** Sends a refund that its channel closed again, under a new number */
export const sendStuckRefund = defineConsoleCall({
  name: 'sendStuckRefund',
  topic: 'console/orders',
  method: 'POST',
  path: '/refunds/{refundNo}/again',
  summary: 'Sends a refund that its channel closed again, under a new number',
  input: Type.Object({ refundNo: RefundNo, reason: Reason }),
  output: Type.Object({ refundNo: RefundNo }),
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.settle'],
  title: '换单号再退',
  noted: 'change',
});
