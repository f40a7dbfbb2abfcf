import { defineCall } from '../define-call.ts';
import { OrderListInput, OrderPage } from './order-schemas.ts';

/** The policyholder\'s orders, newest first, by cursor */
export const queryOrders = defineCall({
  name: 'queryOrders',
  topic: 'order',
  method: 'POST',
  path: '/api/v1/insure/order/query',
  summary: "The policyholder's orders, newest first, by cursor",
  input: OrderListInput,
  output: OrderPage,
  login: 'required',
});
