import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { BeijingDay, DisputeNo, RecordingId } from './replay-schemas.ts';

/** Notes a complaint over the sale: while it goes on nothing of the recording is erased */
export const linkDispute = defineConsoleCall({
  name: 'linkDispute',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/disputes',
  summary: 'Notes a complaint over the sale: while it goes on nothing of the recording is erased',
  input: Type.Object({ trace: RecordingId, disputeNo: DisputeNo, beganOn: BeijingDay, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['evidence.hold'],
  title: '关联投诉',
  noted: 'change',
});
