import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { ExportFormat, ExportKindName } from './table-export-schemas.ts';

/** Asks for the rows of a list as a file; another person agrees, then a job makes it */
export const askTableExport = defineConsoleCall({
  name: 'askTableExport',
  topic: 'console/table-exports',
  method: 'POST',
  path: '/table-exports',
  summary: 'Asks for the rows of a list as a file; another person agrees, then a job makes it',
  input: Type.Object({
    kind: ExportKindName,
    format: ExportFormat,
    /** The list's filter as it stands in the page's address. */
    filter: Type.Record(
      Type.String({ pattern: '^[A-Za-z]{1,40}$' }),
      Type.String({ minLength: 1, maxLength: 80, description: '筛选条件' }),
      { maxProperties: 20, description: '筛选条件' },
    ),
    reason: Reason,
  }),
  output: AskedApproval,
  errors: ['staff-may-not', 'staff-rule'],
  staff: ['export.ask'],
  title: '申请导出',
  noted: 'change',
});
