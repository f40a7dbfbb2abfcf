import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalNo, Reason } from '../staff/staff-schemas.ts';
import { PauseNo } from './sale-pause-schemas.ts';

/** Asks for a paused sale to go on; it does when another person has agreed */
export const askSaleResume = defineConsoleCall({
  name: 'askSaleResume',
  topic: 'console/editions',
  method: 'POST',
  path: '/sale-pauses/{pauseNo}/resume',
  summary: 'Asks for a paused sale to go on; it does when another person has agreed',
  input: Type.Object({ pauseNo: PauseNo, reason: Reason }),
  output: Type.Object({ approvalNo: ApprovalNo }),
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '申请恢复参保',
  noted: 'change',
});
