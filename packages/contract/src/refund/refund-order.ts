import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { RefundConfirmation, RefundProgress } from './refund-schemas.ts';

/** Cancels every policy of an order that still stands and gives the money back. Safe to repeat with the same clientKey */
export const refundOrder = defineCall({
  name: 'refundOrder',
  topic: 'refund',
  method: 'POST',
  path: '/api/v1/insure/order/refund',
  summary:
    'Cancels every policy of an order that still stands and gives the money back. Safe to repeat with the same clientKey',
  input: Type.Object(RefundConfirmation),
  output: RefundProgress,
  login: 'required',
  errors: ['not-found', 'order-state', 'switched-off', 'sms-code-wrong', 'sms-code-expired'],
});
