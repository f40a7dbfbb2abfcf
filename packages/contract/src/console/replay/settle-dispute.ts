import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DisputeNo, RecordingId } from './replay-schemas.ts';

/** Notes that a complaint over the sale has ended */
export const settleDispute = defineConsoleCall({
  name: 'settleDispute',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/disputes/{disputeNo}/end',
  summary: 'Notes that a complaint over the sale has ended',
  input: Type.Object({ trace: RecordingId, disputeNo: DisputeNo }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['evidence.hold'],
  title: '投诉了结',
  noted: 'change',
});
