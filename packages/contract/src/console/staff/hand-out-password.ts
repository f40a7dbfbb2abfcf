import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { StaffNo } from './staff-schemas.ts';

/** The password for the first sign-in of an account that was agreed to, shown this once; any earlier one ends */
export const handOutPassword = defineConsoleCall({
  name: 'handOutPassword',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff/{staffNo}/first-password',
  summary: 'The password for the first sign-in of an account that was agreed to, shown this once; any earlier one ends',
  input: Type.Object({ staffNo: StaffNo }),
  output: Type.Object({ account: Type.String(), password: Type.String(), until: BeijingTime }),
  errors: ['not-found', 'staff-rule'],
  staff: ['staff.manage'],
  title: '发首次登录密码',
  noted: 'change',
});
