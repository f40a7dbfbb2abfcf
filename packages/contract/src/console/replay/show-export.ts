import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ExportStanding } from './export-schemas.ts';
import { RecordingId } from './replay-schemas.ts';

/** Whether a recording can be taken out, and whether this person may already */
export const showExport = defineConsoleCall({
  name: 'showExport',
  topic: 'console/replay',
  method: 'GET',
  path: '/recordings/{trace}/export',
  summary: 'Whether a recording can be taken out, and whether this person may already',
  input: Type.Object({ trace: RecordingId }),
  output: ExportStanding,
  errors: ['not-found', 'staff-may-not'],
  staff: ['export.ask'],
  title: '看能否导出',
  noted: 'nothing',
});
