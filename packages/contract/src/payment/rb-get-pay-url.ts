import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { H5PaymentInput } from './h5-payment-input.ts';

/** Start a payment at the insurer’s own cashier */
export const rbGetPayUrl = defineCall({
  name: 'rbGetPayUrl',
  topic: 'payment',
  method: 'POST',
  path: '/api/rb/v1/getPayUrl',
  summary: 'Start a payment at the insurer’s own cashier',
  input: H5PaymentInput,
  output: Type.Object({ payUrl: Type.String() }),
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-method', 'provider-busy', 'payment-unclear'],
});
