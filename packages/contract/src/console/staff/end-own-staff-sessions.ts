import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { StaffSessionId } from './staff-schemas.ts';

/** Ends one of one's sessions, or all but this */
export const endOwnStaffSessions = defineConsoleCall({
  name: 'endOwnStaffSessions',
  topic: 'console/staff',
  method: 'POST',
  path: '/my-sessions/end',
  summary: 'Ends one of one’s sessions, or all but this',
  input: Type.Object({ sessionId: Type.Optional(StaffSessionId) }),
  output: Type.Object({ ended: Type.Integer() }),
  staff: 'self',
  title: '结束自己的登录',
  noted: 'change',
});
