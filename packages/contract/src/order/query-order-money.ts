import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { OrderMoney } from './order-schemas.ts';

/** Every payment and refund of an order as one story: what, when, by which route, what comes next and by when */
export const queryOrderMoney = defineCall({
  name: 'queryOrderMoney',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/insure/order/money',
  summary: 'Every payment and refund of an order as one story: what, when, by which route, what comes next and by when',
  input: Type.Object({ orderNo: OrderNo }),
  output: OrderMoney,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
