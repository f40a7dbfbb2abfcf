import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start a WeChat H5 payment in an ordinary browser */
export const wechatWapPay = defineCall({
  name: 'wechatWapPay',
  topic: 'payment',
  method: 'GET',
  path: '/api/wxpay/wapPay',
  summary: 'Start a WeChat H5 payment in an ordinary browser',
  input: H5PaymentInput,
  output: Type.Object({ payUrl: Type.String() }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'payment-limit', 'provider-busy', 'payment-unclear'],
});
