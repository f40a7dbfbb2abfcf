import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber } from '../vocabulary/schemas.ts';
import { SmsSent } from './account-schemas.ts';

/** Send a code to a phone: to log in with it, to make it the phone of an account, or to speak for a company */
export const sendSmsCode = defineCall({
  name: 'sendSmsCode',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/register/sms',
  summary: 'Send a code to a phone: to log in with it, to make it the phone of an account, or to speak for a company',
  input: Type.Object({ phone: PhoneNumber, purpose: Type.Optional(Type.Enum(['login', 'new-phone', 'group'])) }),
  output: SmsSent,
  errors: ['sms-too-soon', 'sms-not-sent'],
});
