import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { RefundNo, RefundView } from './order-schemas.ts';

/** One refund with what the rules say of it */
export const showRefund = defineConsoleCall({
  name: 'showRefund',
  topic: 'console/orders',
  method: 'GET',
  path: '/refunds/{refundNo}',
  summary: 'One refund with what the rules say of it',
  input: Type.Object({ refundNo: RefundNo }),
  output: RefundView,
  errors: ['not-found'],
  staff: ['orders.view'],
  title: '看一笔退款',
  noted: 'view',
});
