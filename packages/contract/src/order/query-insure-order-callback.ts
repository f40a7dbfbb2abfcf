import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { OrderPaymentState } from './order-schemas.ts';

/** State of an order whose payer is back from the cashier: asks the provider, and promises a text message if it waits */
export const queryInsureOrderCallback = defineCall({
  name: 'queryInsureOrderCallback',
  topic: 'order',
  method: 'POST',
  path: '/api/v1/insure/callbackOrder/queryInsureOrder',
  summary:
    'State of an order whose payer is back from the cashier: asks the provider, and promises a text message if it waits',
  input: Type.Object({ orderNo: OrderNo }),
  output: OrderPaymentState,
  login: 'required',
  overlay: false,
  errors: ['not-found'],
});
