import Type from 'typebox';
import { Fen, OrderNo, PolicyNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { RefundReason } from './order-schemas.ts';

/** Asks to give policies of an order back; done when another person agrees */
export const askOrderRefund = defineConsoleCall({
  name: 'askOrderRefund',
  topic: 'console/orders',
  method: 'POST',
  path: '/orders/{orderNo}/refund',
  summary: 'Asks to give policies of an order back; done when another person agrees',
  input: Type.Object({
    orderNo: OrderNo,
    policyNos: Type.Array(PolicyNo, { minItems: 1, maxItems: 10 }),
    refundReason: RefundReason,
    /** What it came to on the page; something else is refused. */
    expectedFen: Fen,
    reason: Reason,
  }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule', 'order-state'],
  staff: ['refund.ask'],
  title: '发起退款',
  noted: 'change',
});
