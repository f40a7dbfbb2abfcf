import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ImportNo } from './import-schemas.ts';

/** The rows of an import that are not right, as a table in which they are put right */
export const downloadImportProblems = defineConsoleCall({
  name: 'downloadImportProblems',
  topic: 'console/imports',
  method: 'GET',
  path: '/imports/{importNo}/problems.csv',
  summary: 'The rows of an import that are not right, as a table in which they are put right',
  input: Type.Object({ importNo: ImportNo }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['imports.view'],
  title: '下载导入错误表',
  noted: 'view',
});
