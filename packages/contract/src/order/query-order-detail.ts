import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { OrderDetail } from './order-schemas.ts';

/** One order with its people, policies and payments */
export const queryOrderDetail = defineCall({
  name: 'queryOrderDetail',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/insure/order/queryDetail',
  summary: 'One order with its people, policies and payments',
  input: Type.Object({ orderNo: OrderNo }),
  output: OrderDetail,
  login: 'required',
  errors: ['not-found'],
});
