import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber, SmsCode } from '../vocabulary/schemas.ts';
import { AccountView } from './account-schemas.ts';

/** Log in (and register) with phone and SMS code */
export const loginBySms = defineCall({
  name: 'loginBySms',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/register/auth',
  summary: 'Log in (and register) with phone and SMS code',
  input: Type.Object({
    phone: PhoneNumber,
    code: SmsCode,
    agreedDocuments: Type.Array(Type.Object({ key: Type.String({ maxLength: 40 }), version: Type.Integer() }), {
      maxItems: 10,
    }),
  }),
  output: AccountView,
  // The session before the login hands its openId on.
  login: 'optional',
  errors: ['sms-code-wrong', 'sms-code-expired', 'documents-changed'],
});
