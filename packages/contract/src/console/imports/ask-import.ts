import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { ImportNo } from './import-schemas.ts';

/** Asks that the rows of an import count; another person agrees, then a job does it */
export const askImport = defineConsoleCall({
  name: 'askImport',
  topic: 'console/imports',
  method: 'POST',
  path: '/imports/{importNo}/ask',
  summary: 'Asks that the rows of an import count; another person agrees, then a job does it',
  input: Type.Object({ importNo: ImportNo, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['imports.give'],
  title: '申请导入生效',
  noted: 'change',
});
