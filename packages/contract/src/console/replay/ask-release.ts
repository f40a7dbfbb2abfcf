import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { RecordingId } from './replay-schemas.ts';

/** Asks to release a recording that is held; another person has to agree */
export const askRelease = defineConsoleCall({
  name: 'askRelease',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/release',
  summary: 'Asks to release a recording that is held; another person has to agree',
  input: Type.Object({ trace: RecordingId, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['evidence.hold'],
  title: '申请解除冻结',
  noted: 'change',
});
