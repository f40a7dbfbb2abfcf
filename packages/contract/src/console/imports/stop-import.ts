import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { ImportNo } from './import-schemas.ts';

/** Stops an import; rows that count already go on counting, the others are forgotten */
export const stopImport = defineConsoleCall({
  name: 'stopImport',
  topic: 'console/imports',
  method: 'POST',
  path: '/imports/{importNo}/stop',
  summary: 'Stops an import; rows that count already go on counting, the others are forgotten',
  input: Type.Object({ importNo: ImportNo, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['imports.give'],
  title: '停止导入',
  noted: 'change',
});
