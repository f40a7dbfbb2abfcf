import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { RecordingId, RecordingView } from './replay-schemas.ts';

/** What happened in one recording: pages, documents, consents, calls, the server's own events, and what is missing */
export const showRecording = defineConsoleCall({
  name: 'showRecording',
  topic: 'console/replay',
  method: 'GET',
  path: '/recordings/{trace}',
  summary:
    'What happened in one recording: pages, documents, consents, calls, the server’s own events, and what is missing',
  input: Type.Object({ trace: RecordingId }),
  output: RecordingView,
  errors: ['not-found'],
  staff: ['evidence.view'],
  title: '看会话回放',
  noted: 'view',
});
