import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { OneTimeCode, RecoveryCode, StaffSelf } from './staff-schemas.ts';

/** The second step: the code of the moment, or one of the recovery codes, each of which works once */
export const finishSignIn = defineConsoleCall({
  name: 'finishSignIn',
  topic: 'console/staff',
  method: 'POST',
  path: '/sign-in/second',
  summary: 'The second step: the code of the moment, or one of the recovery codes, each of which works once',
  input: Type.Object({ code: Type.Optional(OneTimeCode), recoveryCode: Type.Optional(RecoveryCode) }),
  output: StaffSelf,
  errors: ['staff-signed-out', 'second-code-wrong', 'sign-in-locked', 'staff-page-stale'],
  staff: 'door',
  title: '登录',
  noted: 'change',
});
