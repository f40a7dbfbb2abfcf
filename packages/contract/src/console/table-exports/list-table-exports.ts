import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { TableExportView } from './table-export-schemas.ts';

/** The asker's own exports that were agreed to, the latest first, with how far each is */
export const listTableExports = defineConsoleCall({
  name: 'listTableExports',
  topic: 'console/table-exports',
  method: 'GET',
  path: '/table-exports',
  summary: 'The asker’s own exports that were agreed to, the latest first, with how far each is',
  input: Type.Object({}),
  output: Type.Object({ exports: Type.Array(TableExportView) }),
  staff: ['export.ask'],
  title: '看我的导出',
  noted: 'nothing',
});
