import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { ImportNo } from './import-schemas.ts';

/** Asks that what an import replaced is there again; another person agrees */
export const askImportUndo = defineConsoleCall({
  name: 'askImportUndo',
  topic: 'console/imports',
  method: 'POST',
  path: '/imports/{importNo}/ask-undo',
  summary: 'Asks that what an import replaced is there again; another person agrees',
  input: Type.Object({ importNo: ImportNo, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['imports.give'],
  title: '申请撤销导入',
  noted: 'change',
});
