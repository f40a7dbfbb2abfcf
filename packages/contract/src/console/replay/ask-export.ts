import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { ExportContent } from './export-schemas.ts';
import { RecordingId } from './replay-schemas.ts';

/** Asks to take a recording out as an evidence package; another person has to agree */
export const askExport = defineConsoleCall({
  name: 'askExport',
  topic: 'console/replay',
  method: 'POST',
  path: '/recordings/{trace}/export',
  summary: 'Asks to take a recording out as an evidence package; another person has to agree',
  input: Type.Object({ trace: RecordingId, content: ExportContent, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule', 'staff-may-not'],
  staff: ['export.ask'],
  title: '申请导出证据包',
  noted: 'change',
});
