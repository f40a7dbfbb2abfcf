import { defineCall } from '../define-call.ts';
import { OrderListInput, OrderPage } from './order-schemas.ts';

/** Orders that were paid, refunded ones too, by cursor */
export const selectListPaid = defineCall({
  name: 'selectListPaid',
  topic: 'order',
  method: 'POST',
  path: '/api/v1/insure/order/selectListPaid',
  summary: 'Orders that were paid, refunded ones too, by cursor',
  input: OrderListInput,
  output: OrderPage,
  login: 'required',
});
