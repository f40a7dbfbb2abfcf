import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';

/** Ends this session, at whatever step it is */
export const signOutStaff = defineConsoleCall({
  name: 'signOutStaff',
  topic: 'console/staff',
  method: 'POST',
  path: '/sign-out',
  summary: 'Ends this session, at whatever step it is',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: ['staff-page-stale'],
  staff: 'door',
  title: '退出',
  noted: 'change',
});
