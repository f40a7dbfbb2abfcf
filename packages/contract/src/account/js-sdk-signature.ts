import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Signature for wx.config */
export const jsSdkSignature = defineCall({
  name: 'jsSdkSignature',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/wxmp/jsapi/signature/create',
  summary: 'Signature for wx.config',
  input: Type.Object({
    appId: Type.Optional(Type.String({ maxLength: 64 })),
    url: Type.String({ minLength: 8, maxLength: 2000 }),
  }),
  output: Type.Object({
    appId: Type.String(),
    timestamp: Type.Integer(),
    nonceStr: Type.String(),
    signature: Type.String(),
  }),
  overlay: false,
  errors: ['provider-busy'],
});
