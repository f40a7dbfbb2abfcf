import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { RecordingId } from './replay-schemas.ts';

/** The evidence package, made while it is sent, for whoever asked for it and only while the agreement lasts */
export const downloadExport = defineConsoleCall({
  name: 'downloadExport',
  topic: 'console/replay',
  // It is written into the log that something went out.
  method: 'POST',
  path: '/recordings/{trace}/export/package',
  summary: 'The evidence package, made while it is sent, for whoever asked for it and only while the agreement lasts',
  input: Type.Object({ trace: RecordingId }),
  output: Type.Any(),
  replyKind: 'file',
  errors: ['not-found', 'staff-rule', 'staff-may-not'],
  staff: ['export.ask'],
  title: '导出证据包',
  noted: 'change',
});
