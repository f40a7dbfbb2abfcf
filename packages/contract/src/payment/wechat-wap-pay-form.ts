import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start a WeChat H5 payment; the reply is passed on without the code check */
export const wechatWapPayForm = defineCall({
  name: 'wechatWapPayForm',
  topic: 'payment',
  method: 'POST',
  path: '/api/wxpay/wapPay',
  summary: 'Start a WeChat H5 payment; the reply is passed on without the code check',
  input: H5PaymentInput,
  output: Type.Object({ payUrl: Type.String() }),
  login: 'required',
  codeCheck: 'passThrough',
  errors: ['not-found', 'order-state', 'payment-method', 'payment-limit', 'provider-busy', 'payment-unclear'],
});
