import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start a UnionPay payment: a form that the page submits, which opens UnionPay’s own page */
export const unionpayWapPay = defineCall({
  name: 'unionpayWapPay',
  topic: 'payment',
  method: 'GET',
  path: '/api/unionpay/wapPay',
  summary: 'Start a UnionPay payment: a form that the page submits, which opens UnionPay’s own page',
  input: H5PaymentInput,
  output: Type.Object({ action: Type.String(), fields: Type.Record(Type.String(), Type.String()) }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'provider-busy', 'payment-unclear'],
});
