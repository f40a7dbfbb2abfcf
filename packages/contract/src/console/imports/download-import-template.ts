import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ImportKindName } from './import-schemas.ts';

/** The first row of the file of a kind, to be filled in */
export const downloadImportTemplate = defineConsoleCall({
  name: 'downloadImportTemplate',
  topic: 'console/imports',
  method: 'GET',
  path: '/import-templates/{kind}',
  summary: 'The first row of the file of a kind, to be filled in',
  input: Type.Object({ kind: ImportKindName }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['imports.view'],
  title: '下载导入模板',
  noted: 'nothing',
});
