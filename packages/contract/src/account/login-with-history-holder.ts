import { defineCall } from '../define-call.ts';
import { AccountView, PhoneLoginInput } from './account-schemas.ts';

/** Log in as the policyholder of an earlier edition; nobody is registered */
export const loginWithHistoryHolder = defineCall({
  name: 'loginWithHistoryHolder',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/register/authWithHistoryHolder',
  summary: 'Log in as the policyholder of an earlier edition; nobody is registered',
  input: PhoneLoginInput,
  output: AccountView,
  login: 'optional',
  errors: ['not-found', 'sms-code-wrong', 'sms-code-expired', 'documents-changed'],
});
