import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ExportReport } from './export-schemas.ts';
import { RecordingId } from './replay-schemas.ts';

/** Checks a recording and answers what stands on the first page of its printed report; that it goes out is written down */
export const makeExportReport = defineConsoleCall({
  name: 'makeExportReport',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/export/report',
  summary:
    'Checks a recording and answers what stands on the first page of its printed report; that it goes out is written down',
  input: Type.Object({ trace: RecordingId }),
  output: ExportReport,
  errors: ['not-found', 'staff-rule', 'staff-may-not'],
  staff: ['export.ask'],
  title: '打印证据报告',
  noted: 'change',
});
