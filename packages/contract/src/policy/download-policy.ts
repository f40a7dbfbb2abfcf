import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo, PolicyNo } from '../vocabulary/schemas.ts';

/** The e-policy or, with paper=voucher, the payment voucher as PDF */
export const downloadPolicy = defineCall({
  name: 'downloadPolicy',
  topic: 'policy',
  method: 'GET',
  path: '/api/v1/insure/order/downloadPolicy',
  summary: 'The e-policy or, with paper=voucher, the payment voucher as PDF',
  input: Type.Object({
    orderNo: OrderNo,
    policyNo: Type.Optional(PolicyNo),
    /** Which insured of the order, 1 to 10, where there is no policy number yet. */
    position: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    paper: Type.Optional(Type.Union([Type.Literal('policy'), Type.Literal('voucher')])),
    disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
  }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  errors: ['not-found', 'paper-not-ready'],
});
