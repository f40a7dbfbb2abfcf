import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';

/** Somebody else knows my password: ends all my sessions and stops the account until two people open it again */
export const stopOwnAccount = defineConsoleCall({
  name: 'stopOwnAccount',
  topic: 'console/staff',
  method: 'POST',
  path: '/stop-me',
  summary: 'Somebody else knows my password: ends all my sessions and stops the account until two people open it again',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: ['staff-signed-out', 'staff-page-stale'],
  staff: 'door',
  title: '停用自己的账号',
  noted: 'change',
});
