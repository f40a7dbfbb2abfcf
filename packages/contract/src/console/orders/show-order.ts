import Type from 'typebox';
import { OrderNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { OrderView } from './order-schemas.ts';

/** One order whole: people, policies, payments, its money, what was done, its evidence; people are masked */
export const showOrder = defineConsoleCall({
  name: 'showOrder',
  topic: 'console/orders',
  method: 'GET',
  path: '/orders/{orderNo}',
  summary: 'One order whole: people, policies, payments, its money, what was done, its evidence; people are masked',
  input: Type.Object({ orderNo: OrderNo }),
  output: OrderView,
  errors: ['not-found'],
  staff: ['orders.view'],
  title: '看订单',
  noted: 'view',
});
