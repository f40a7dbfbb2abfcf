import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { RecordingId } from './replay-schemas.ts';

/** Keeps a recording whatever the rules say; the store itself refuses to delete it */
export const holdRecording = defineConsoleCall({
  name: 'holdRecording',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/hold',
  summary: 'Keeps a recording whatever the rules say; the store itself refuses to delete it',
  input: Type.Object({ trace: RecordingId, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['evidence.hold'],
  title: '冻结保存会话',
  noted: 'change',
});
