import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** What a desk begins its day with: orders and money of today, what is unpaid, what waits for a review */
export const showOrderFigures = defineConsoleCall({
  name: 'showOrderFigures',
  topic: 'console/orders',
  method: 'GET',
  path: '/orders/figures',
  summary: 'What a desk begins its day with: orders and money of today, what is unpaid, what waits for a review',
  input: Type.Object({}),
  output: Type.Object({
    ordersToday: Type.Integer(),
    receivedTodayFen: Type.Integer(),
    unpaid: Type.Integer(),
    refundsToReview: Type.Integer(),
    /** Since when the one that waits longest does. */
    oldestRefundAt: Type.Union([BeijingTime, Type.Null()]),
    at: BeijingTime,
  }),
  staff: ['orders.view'],
  title: '看订单台数字',
  noted: 'nothing',
});
