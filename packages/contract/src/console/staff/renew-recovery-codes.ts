import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { OneTimeCode } from './staff-schemas.ts';

/** New recovery codes in place of the old ones, shown this once */
export const renewRecoveryCodes = defineConsoleCall({
  name: 'renewRecoveryCodes',
  topic: 'console/staff',
  method: 'POST',
  path: '/my-recovery-codes',
  summary: 'New recovery codes in place of the old ones, shown this once',
  input: Type.Object({ code: OneTimeCode }),
  output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  errors: ['second-code-wrong', 'sign-in-locked'],
  staff: 'self',
  title: '换备用码',
  noted: 'change',
});
