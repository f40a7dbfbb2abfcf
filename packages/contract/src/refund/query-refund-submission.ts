import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { RefundSubmission } from './refund-schemas.ts';

/** What an order can give back now, what that means, and how its refunds are getting on */
export const queryRefundSubmission = defineCall({
  name: 'queryRefundSubmission',
  topic: 'refund',
  method: 'POST',
  path: '/api/refundSubmit/query',
  summary: 'What an order can give back now, what that means, and how its refunds are getting on',
  input: Type.Object({ orderNo: OrderNo }),
  output: RefundSubmission,
  login: 'required',
  overlay: false,
  errors: ['not-found', 'order-state'],
});
