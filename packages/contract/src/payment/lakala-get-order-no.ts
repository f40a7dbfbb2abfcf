import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start a payment at Lakala’s cashier, which offers several ways to pay */
export const lakalaGetOrderNo = defineCall({
  name: 'lakalaGetOrderNo',
  topic: 'payment',
  method: 'POST',
  path: '/api/v1/lkl/pay/getOrderNo',
  summary: 'Start a payment at Lakala’s cashier, which offers several ways to pay',
  input: H5PaymentInput,
  output: Type.Object({ payUrl: Type.String() }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'provider-busy', 'payment-unclear'],
});
