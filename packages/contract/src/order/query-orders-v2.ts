import { defineCall } from '../define-call.ts';
import { OrderListInput, OrderPage } from './order-schemas.ts';

/** The policyholder\'s orders, newest first, by cursor */
export const queryOrdersV2 = defineCall({
  name: 'queryOrdersV2',
  topic: 'order',
  method: 'POST',
  path: '/api/v2/insure/order/query',
  summary: "The policyholder's orders, newest first, by cursor",
  input: OrderListInput,
  output: OrderPage,
  login: 'required',
});
