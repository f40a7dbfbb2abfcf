import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason, StaffNo } from './staff-schemas.ts';

/** Stops an account at once and ends its sessions; one person may, since nothing is gained by it */
export const stopStaff = defineConsoleCall({
  name: 'stopStaff',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff/{staffNo}/stop',
  summary: 'Stops an account at once and ends its sessions; one person may, since nothing is gained by it',
  input: Type.Object({ staffNo: StaffNo, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['staff.manage'],
  title: '停用用户',
  noted: 'change',
});
