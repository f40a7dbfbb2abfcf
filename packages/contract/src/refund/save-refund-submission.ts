import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Fen, OrderNo } from '../vocabulary/schemas.ts';
import { PolicyNos, RefundReason } from './refund-schemas.ts';

/** Checks who is to be refunded and why, and sends the policyholder the code that confirms it */
export const saveRefundSubmission = defineCall({
  name: 'saveRefundSubmission',
  topic: 'refund',
  method: 'POST',
  path: '/api/refundSubmit/save',
  summary: 'Checks who is to be refunded and why, and sends the policyholder the code that confirms it',
  input: Type.Object({ orderNo: OrderNo, policyNos: PolicyNos, reason: RefundReason }),
  output: Type.Object({
    amountFen: Fen,
    phoneMasked: Type.String(),
    resendAfterSeconds: Type.Integer(),
    validMinutes: Type.Integer(),
  }),
  login: 'required',
  errors: ['not-found', 'order-state', 'switched-off', 'sms-too-soon', 'sms-not-sent'],
});
