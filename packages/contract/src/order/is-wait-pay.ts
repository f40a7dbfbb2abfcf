import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { OrderSummary } from './order-schemas.ts';

/** The newest order that still waits for payment, if any */
export const isWaitPay = defineCall({
  name: 'isWaitPay',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/insure/order/isWaitPay',
  summary: 'The newest order that still waits for payment, if any',
  input: Empty,
  output: Type.Object({ order: Type.Union([OrderSummary, Type.Null()]) }),
  login: 'required',
  overlay: false,
});
