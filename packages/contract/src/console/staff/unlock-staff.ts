import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason, StaffNo } from './staff-schemas.ts';

/** Lifts the lock after wrong tries at once; password and second step stay as they are */
export const unlockStaff = defineConsoleCall({
  name: 'unlockStaff',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff/{staffNo}/unlock',
  summary: 'Lifts the lock after wrong tries at once; password and second step stay as they are',
  input: Type.Object({ staffNo: StaffNo, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['staff.manage'],
  title: '解除锁定',
  noted: 'change',
});
