import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason, StaffNo } from './staff-schemas.ts';

/** Ends all sessions of one of the staff at once; the account stays as it is */
export const endStaffSessions = defineConsoleCall({
  name: 'endStaffSessions',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff/{staffNo}/end-sessions',
  summary: 'Ends all sessions of one of the staff at once; the account stays as it is',
  input: Type.Object({ staffNo: StaffNo, reason: Reason }),
  output: Type.Object({ ended: Type.Integer() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['staff.manage'],
  title: '结束用户的登录',
  noted: 'change',
});
