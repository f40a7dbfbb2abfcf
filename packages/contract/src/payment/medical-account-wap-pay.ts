import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start a payment from the personal account, by a permission that was given */
export const medicalAccountWapPay = defineCall({
  name: 'medicalAccountWapPay',
  topic: 'payment',
  method: 'GET',
  path: '/api/hbybpay/wapPay',
  summary: 'Start a payment from the personal account, by a permission that was given',
  input: H5PaymentInput,
  output: Type.Object({ payUrl: Type.String() }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'medical-permission', 'provider-busy', 'payment-unclear'],
});
