import { defineCall } from '../define-call.ts';
import { AccountView, PhoneLoginInput } from './account-schemas.ts';

/** Log in with phone and SMS code to look at claims and settlements only */
export const settleLogin = defineCall({
  name: 'settleLogin',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/settle/login',
  summary: 'Log in with phone and SMS code to look at claims and settlements only',
  input: PhoneLoginInput,
  output: AccountView,
  login: 'optional',
  errors: ['sms-code-wrong', 'sms-code-expired', 'documents-changed'],
});
