import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ImportChangeView, ImportNo, ImportView } from './import-schemas.ts';

/** One import: how far it is, and the first rows that differ from what is there now */
export const showImport = defineConsoleCall({
  name: 'showImport',
  topic: 'console/imports',
  method: 'GET',
  path: '/imports/{importNo}',
  summary: 'One import: how far it is, and the first rows that differ from what is there now',
  input: Type.Object({ importNo: ImportNo }),
  output: Type.Object({ ...ImportView.properties, changes: Type.Array(ImportChangeView) }),
  errors: ['not-found'],
  staff: ['imports.view'],
  title: '看一次导入',
  noted: 'nothing',
});
