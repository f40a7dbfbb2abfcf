import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { PageCursor } from '../staff/staff-schemas.ts';
import { ImportNo, ImportProblemView } from './import-schemas.ts';

/** Rows of an import that are not right, by row number */
export const listImportProblems = defineConsoleCall({
  name: 'listImportProblems',
  topic: 'console/imports',
  method: 'GET',
  path: '/imports/{importNo}/problems',
  summary: 'Rows of an import that are not right, by row number',
  input: Type.Object({ importNo: ImportNo, after: Type.Optional(PageCursor) }),
  output: Type.Object({
    problems: Type.Array(ImportProblemView),
    next: Type.Union([PageCursor, Type.Null()]),
  }),
  errors: ['not-found'],
  staff: ['imports.view'],
  title: '看导入的错误行',
  noted: 'nothing',
});
