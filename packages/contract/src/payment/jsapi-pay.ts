import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';

/** Start a JSAPI payment; the result goes to WeixinJSBridge unchanged */
export const jsapiPay = defineCall({
  name: 'jsapiPay',
  topic: 'payment',
  method: 'GET',
  path: '/api/wxpay/jsapiPay',
  summary: 'Start a JSAPI payment; the result goes to WeixinJSBridge unchanged',
  input: Type.Object({
    orderNo: OrderNo,
    /** Inside a mini-program: what `miniLogin` answered. The result then goes to its native page. */
    miniTicket: Type.Optional(Type.String({ maxLength: 800 })),
  }),
  output: Type.Object({
    appId: Type.String(),
    timeStamp: Type.String(),
    nonceStr: Type.String(),
    package: Type.String(),
    signType: Type.Literal('RSA'),
    paySign: Type.String(),
  }),
  login: 'required',
  errors: [
    'not-found',
    'order-state',
    'open-id-required',
    'payment-method',
    'payment-limit',
    'provider-busy',
    'payment-unclear',
  ],
});
