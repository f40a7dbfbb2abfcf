import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { OrderPaymentState } from './order-schemas.ts';

/** State of an order and its payment; asks the provider when the answer is not known here */
export const queryInsureOrder = defineCall({
  name: 'queryInsureOrder',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/insure/order/queryInsureOrder',
  summary: 'State of an order and its payment; asks the provider when the answer is not known here',
  input: Type.Object({
    orderNo: OrderNo,
    /** The payer has come back from the cashier and waits: is told by a text message how it ends. */
    waiting: Type.Optional(Type.Boolean()),
  }),
  output: OrderPaymentState,
  login: 'required',
  overlay: false,
  errors: ['not-found'],
});
