import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { OrderPaymentState } from './order-schemas.ts';

/** Cancel an unpaid order; the provider is closed first */
export const cancelOrder = defineCall({
  name: 'cancelOrder',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/insure/order/cancel',
  summary: 'Cancel an unpaid order; the provider is closed first',
  input: Type.Object({ orderNo: OrderNo }),
  output: OrderPaymentState,
  login: 'required',
  errors: ['not-found', 'order-state', 'payment-unclear'],
});
