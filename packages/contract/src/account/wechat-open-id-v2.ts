import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { WechatOpenId } from '../vocabulary/schemas.ts';

/** Exchange the code of an authorisation for the openId and bind it to this browser */
export const wechatOpenIdV2 = defineCall({
  name: 'wechatOpenIdV2',
  topic: 'account',
  method: 'GET',
  path: '/api/v2/wxmp/get/wxopenId',
  summary: 'Exchange the code of an authorisation for the openId and bind it to this browser',
  input: Type.Object({
    appId: Type.Optional(Type.String({ maxLength: 64 })),
    code: Type.String({ minLength: 1, maxLength: 256 }),
    state: Type.String({ minLength: 1, maxLength: 128 }),
  }),
  output: Type.Object({ openId: WechatOpenId, returnTo: Type.String() }),
  login: 'optional',
  errors: ['provider-busy', 'open-id-required'],
});
