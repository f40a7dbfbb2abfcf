import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { StaffSessionId } from './staff-schemas.ts';

/** Where one is signed in */
export const listOwnStaffSessions = defineConsoleCall({
  name: 'listOwnStaffSessions',
  topic: 'console/staff',
  method: 'GET',
  path: '/my-sessions',
  summary: 'Where one is signed in',
  input: Type.Object({}),
  output: Type.Object({
    sessions: Type.Array(
      Type.Object({
        sessionId: StaffSessionId,
        current: Type.Boolean(),
        device: Type.String(),
        from: Type.String(),
        startedAt: BeijingTime,
        seenAt: BeijingTime,
      }),
    ),
  }),
  staff: 'self',
  title: '看自己的登录',
  noted: 'nothing',
});
