import { defineCall } from '../define-call.ts';
import { OrderListInput, OrderPage } from './order-schemas.ts';

/** Paid orders, by cursor */
export const selectListPaid = defineCall({
  name: 'selectListPaid',
  topic: 'order',
  method: 'POST',
  path: '/api/v1/insure/order/selectListPaid',
  summary: 'Paid orders, by cursor',
  input: OrderListInput,
  output: OrderPage,
  login: 'required',
});
