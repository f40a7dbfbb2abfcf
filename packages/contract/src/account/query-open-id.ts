import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, Empty, WechatOpenId } from '../vocabulary/schemas.ts';

/** Which user of the messaging app is bound to the phone */
export const queryOpenId = defineCall({
  name: 'queryOpenId',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/user/app/queryOpenid',
  summary: 'Which user of the messaging app is bound to the phone',
  input: Empty,
  output: Type.Object({
    openId: Type.Union([WechatOpenId, Type.Null()]),
    boundAt: Type.Union([BeijingTime, Type.Null()]),
    /** Whether this browser is that user's. */
    boundHere: Type.Boolean(),
  }),
  login: 'required',
  overlay: false,
});
