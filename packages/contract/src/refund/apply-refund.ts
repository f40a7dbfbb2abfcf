import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PolicyNos, RefundConfirmation, RefundProgress } from './refund-schemas.ts';

/** Cancels the policies of some people of an order and gives their money back. Safe to repeat with the same clientKey */
export const applyRefund = defineCall({
  name: 'applyRefund',
  topic: 'refund',
  method: 'POST',
  path: '/api/v1/refund/apply',
  summary:
    'Cancels the policies of some people of an order and gives their money back. Safe to repeat with the same clientKey',
  input: Type.Object({ ...RefundConfirmation, policyNos: PolicyNos }),
  output: RefundProgress,
  login: 'required',
  errors: ['not-found', 'order-state', 'switched-off', 'sms-code-wrong', 'sms-code-expired'],
});
