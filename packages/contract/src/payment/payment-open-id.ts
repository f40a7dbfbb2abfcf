import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty, WechatOpenId } from '../vocabulary/schemas.ts';

/** The openId bound to this browser */
export const paymentOpenId = defineCall({
  name: 'paymentOpenId',
  topic: 'payment',
  method: 'GET',
  path: '/api/wxpay/getOpenId',
  summary: 'The openId bound to this browser',
  input: Empty,
  output: Type.Object({ openId: Type.Union([WechatOpenId, Type.Null()]) }),
  login: 'optional',
  overlay: false,
});
