import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { RecordingId } from './replay-schemas.ts';

/** Asks to see a recording as it was; once another person has agreed, for a quarter of an hour */
export const askUnmasking = defineConsoleCall({
  name: 'askUnmasking',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/unmasking',
  summary: 'Asks to see a recording as it was; once another person has agreed, for a quarter of an hour',
  input: Type.Object({ trace: RecordingId, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['person.reveal'],
  title: '申请看会话原文',
  noted: 'change',
});
