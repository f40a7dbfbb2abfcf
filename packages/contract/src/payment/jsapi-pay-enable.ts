import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';

/** Whether WeChat JSAPI payment can be used by this browser now */
export const jsapiPayEnable = defineCall({
  name: 'jsapiPayEnable',
  topic: 'payment',
  method: 'GET',
  path: '/api/wxpay/jsapiPayEnable',
  summary: 'Whether WeChat JSAPI payment can be used by this browser now',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({ enabled: Type.Boolean(), openIdKnown: Type.Boolean() }),
  login: 'required',
  overlay: false,
});
