import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AccountView, AgreedDocuments } from './account-schemas.ts';

/** Log in with the token that a partner has signed */
export const partnerLogin = defineCall({
  name: 'partnerLogin',
  topic: 'account',
  method: 'POST',
  path: '/api/tzt/v1/user/register/auth',
  summary: 'Log in with the token that a partner has signed',
  input: Type.Object({
    token: Type.String({ minLength: 20, maxLength: 4000, pattern: '^[0-9A-Za-z_.-]+$' }),
    agreedDocuments: AgreedDocuments,
  }),
  output: AccountView,
  login: 'optional',
  errors: ['login-refused', 'documents-changed', 'switched-off'],
});
