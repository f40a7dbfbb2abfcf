import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason, StaffNo } from './staff-schemas.ts';

/** Asks to open an account again, with a new first sign-in (lost phone, forgotten password, stopped); a second person has to agree */
export const resetStaff = defineConsoleCall({
  name: 'resetStaff',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff/{staffNo}/reset',
  summary:
    'Asks to open an account again, with a new first sign-in (lost phone, forgotten password, stopped); a second person has to agree',
  input: Type.Object({ staffNo: StaffNo, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['staff.manage'],
  title: '重置登录',
  noted: 'change',
});
