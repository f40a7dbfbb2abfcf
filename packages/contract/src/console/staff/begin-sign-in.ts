import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Password, SignInStep, TypedAccount } from './staff-schemas.ts';

/** Checks account and password; what comes next is the second step */
export const beginSignIn = defineConsoleCall({
  name: 'beginSignIn',
  topic: 'console/staff',
  method: 'POST',
  path: '/sign-in',
  summary: 'Checks account and password; what comes next is the second step',
  input: Type.Object({ account: TypedAccount, password: Password }),
  output: SignInStep,
  errors: ['sign-in-wrong', 'sign-in-locked'],
  staff: 'door',
  title: '登录第一步',
  noted: 'change',
});
