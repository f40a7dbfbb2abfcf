import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { OneTimeCode, Password, StaffSelf } from './staff-schemas.ts';

/** Ends the first sign-in: a password of one's own and a right code; answers the recovery codes, this once */
export const finishEnrolment = defineConsoleCall({
  name: 'finishEnrolment',
  topic: 'console/staff',
  method: 'POST',
  path: '/enrolment/confirm',
  summary: 'Ends the first sign-in: a password of one’s own and a right code; answers the recovery codes, this once',
  input: Type.Object({ password: Password, code: OneTimeCode }),
  output: Type.Object({ self: StaffSelf, recoveryCodes: Type.Array(Type.String()) }),
  errors: ['staff-signed-out', 'staff-rule', 'second-code-wrong', 'sign-in-locked', 'staff-page-stale'],
  staff: 'door',
  title: '首次登录，绑定动态口令',
  noted: 'change',
});
