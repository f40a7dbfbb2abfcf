import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { RecordingCheck, RecordingId } from './replay-schemas.ts';

/** Checks a sealed recording by the twelve checks and keeps what came of it */
export const checkRecording = defineConsoleCall({
  name: 'checkRecording',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/check',
  summary: 'Checks a sealed recording by the twelve checks and keeps what came of it',
  input: Type.Object({
    trace: RecordingId,
    /** Decrypts every batch as well. */
    deep: Type.Optional(Type.Boolean({ description: '逐批解密' })),
  }),
  output: RecordingCheck,
  errors: ['not-found', 'staff-rule'],
  staff: ['evidence.view'],
  title: '检查会话证据',
  noted: 'view',
});
