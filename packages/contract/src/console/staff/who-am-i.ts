import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { StaffSelf } from './staff-schemas.ts';

/** Who is signed in, what they may do and how long yet */
export const whoAmI = defineConsoleCall({
  name: 'whoAmI',
  topic: 'console/staff',
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in, what they may do and how long yet',
  input: Type.Object({}),
  output: StaffSelf,
  staff: 'self',
  title: '看自己',
  noted: 'nothing',
});
