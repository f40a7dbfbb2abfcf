import { defineCall } from '../define-call.ts';
import { AccountView, PhoneLoginInput } from './account-schemas.ts';

/** Log in (and register) with phone and SMS code */
export const loginBySms = defineCall({
  name: 'loginBySms',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/register/auth',
  summary: 'Log in (and register) with phone and SMS code',
  input: PhoneLoginInput,
  output: AccountView,
  // The session before the login hands its openId on.
  login: 'optional',
  errors: ['sms-code-wrong', 'sms-code-expired', 'documents-changed'],
});
