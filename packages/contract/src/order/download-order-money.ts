import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';

/** The story of an order's money as it stands now, as PDF */
export const downloadOrderMoney = defineCall({
  name: 'downloadOrderMoney',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/insure/order/money/download',
  summary: "The story of an order's money as it stands now, as PDF",
  input: Type.Object({
    orderNo: OrderNo,
    disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
  }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  specified: false,
  errors: ['not-found'],
});
