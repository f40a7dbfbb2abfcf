import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Release the messaging app’s (or Alipay’s) user from the phone */
export const unbind = defineCall({
  name: 'unbind',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/unbind',
  summary: 'Release the messaging app’s (or Alipay’s) user from the phone',
  input: Type.Object({ channel: Type.Optional(Type.Enum(['wechat', 'alipay'])) }),
  output: Type.Object({ released: Type.Boolean() }),
  login: 'required',
});
