import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AccountView } from './account-schemas.ts';

/** Log in with the code that Alipay gave this browser */
export const alipayLogin = defineCall({
  name: 'alipayLogin',
  topic: 'account',
  method: 'GET',
  path: '/api/v1/user/alipayAuth',
  summary: 'Log in with the code that Alipay gave this browser',
  input: Type.Object({
    authCode: Type.String({ minLength: 1, maxLength: 128, pattern: '^[0-9A-Za-z_-]+$' }),
    state: Type.String({ minLength: 1, maxLength: 2000 }),
  }),
  output: Type.Object({
    /** Null: this Alipay user has no account yet; a login by phone in this browser binds them. */
    account: Type.Union([AccountView, Type.Null()]),
    returnTo: Type.String(),
  }),
  login: 'optional',
  errors: ['login-refused', 'provider-busy', 'switched-off'],
});
