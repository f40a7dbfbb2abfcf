import { defineCall } from '../define-call.ts';
import { ClosedOrderListInput, OrderPage } from './order-schemas.ts';

/** Orders that were cancelled or ran out unpaid, newest first, by cursor */
export const closedOrders = defineCall({
  name: 'closedOrders',
  topic: 'order',
  method: 'POST',
  path: '/api/v1/insure/order/closed',
  summary: 'Orders that were cancelled or ran out unpaid, newest first, by cursor',
  input: ClosedOrderListInput,
  output: OrderPage,
  login: 'required',
});
