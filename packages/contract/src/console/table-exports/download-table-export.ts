import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ExportNo } from './table-export-schemas.ts';

/** The file of an export, for the person who asked for it and nobody else */
export const downloadTableExport = defineConsoleCall({
  name: 'downloadTableExport',
  topic: 'console/table-exports',
  method: 'GET',
  path: '/table-exports/{exportNo}/file',
  summary: 'The file of an export, for the person who asked for it and nobody else',
  input: Type.Object({ exportNo: ExportNo }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found', 'staff-rule'],
  staff: ['export.ask'],
  title: '下载导出文件',
  noted: 'view',
});
