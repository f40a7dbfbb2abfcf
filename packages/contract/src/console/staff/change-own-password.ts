import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Password } from './staff-schemas.ts';

/** A new password, for the old one; ends all other sessions */
export const changeOwnPassword = defineConsoleCall({
  name: 'changeOwnPassword',
  topic: 'console/staff',
  method: 'POST',
  path: '/my-password',
  summary: 'A new password, for the old one; ends all other sessions',
  input: Type.Object({ oldPassword: Password, password: Password }),
  output: Type.Object({}),
  errors: ['sign-in-wrong', 'sign-in-locked', 'staff-rule'],
  staff: 'self',
  title: '改自己的密码',
  noted: 'change',
});
