import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start an Alipay payment on Alipay's own page */
export const alipayWapPay = defineCall({
  name: 'alipayWapPay',
  topic: 'payment',
  method: 'GET',
  path: '/api/alipay/wapPay',
  summary: 'Start an Alipay payment on Alipay’s own page',
  input: H5PaymentInput,
  output: Type.Object({ payUrl: Type.String() }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'provider-busy', 'payment-unclear'],
});
