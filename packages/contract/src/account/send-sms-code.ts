import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber } from '../vocabulary/schemas.ts';

/** Send a login code to a phone */
export const sendSmsCode = defineCall({
  name: 'sendSmsCode',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/register/sms',
  summary: 'Send a login code to a phone',
  input: Type.Object({ phone: PhoneNumber }),
  output: Type.Object({ resendAfterSeconds: Type.Integer(), validMinutes: Type.Integer() }),
  errors: ['sms-too-soon', 'sms-not-sent'],
});
