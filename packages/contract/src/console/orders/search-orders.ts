import Type from 'typebox';
import { IdNumberText, IdType, PhoneNumber } from '../../vocabulary/schemas.ts';
import { SEARCHED_NUMBERS } from '../../vocabulary/searched-numbers.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { BeijingDay, CityCode, MethodName, OrderGroup, OrderLine, OrderSource } from './order-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,18}$', description: '从哪一条往后' });

/** Orders, the latest first; a payer is looked for by number and not shown */
export const searchOrders = defineConsoleCall({
  name: 'searchOrders',
  topic: 'console/orders',
  // What is looked for may be somebody's number, which belongs in no address.
  method: 'POST',
  path: '/orders/search',
  summary: 'Orders, the latest first; a payer is looked for by number and not shown',
  input: Type.Object({
    /** Order, policy or payment. */
    number: Type.Optional(Type.String({ pattern: SEARCHED_NUMBERS.order, description: '订单号、保单号或付款单号' })),
    idType: Type.Optional(IdType),
    idNumber: Type.Optional(IdNumberText),
    phone: Type.Optional(PhoneNumber),
    group: Type.Optional(OrderGroup),
    from: Type.Optional(BeijingDay),
    to: Type.Optional(BeijingDay),
    city: Type.Optional(CityCode),
    source: Type.Optional(OrderSource),
    method: Type.Optional(MethodName),
    before: Type.Optional(Cursor),
  }),
  output: Type.Object({
    orders: Type.Array(OrderLine),
    next: Type.Union([Cursor, Type.Null()]),
  }),
  staff: ['orders.view'],
  title: '查订单',
  noted: 'view',
});
