import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Content, FileName, ImportNo, MOST_MENDED_BYTES } from './import-schemas.ts';

/** Takes rows that were put right, each with the number of the row it stands for */
export const mendImport = defineConsoleCall({
  name: 'mendImport',
  topic: 'console/imports',
  method: 'POST',
  path: '/imports/{importNo}/mended',
  summary: 'Takes rows that were put right, each with the number of the row it stands for',
  input: Type.Object({ importNo: ImportNo, fileName: FileName, content: Content(MOST_MENDED_BYTES) }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  bodyLimitBytes: Math.ceil(MOST_MENDED_BYTES / 3) * 4 + 8 * 1024,
  staff: ['imports.give'],
  title: '续传导入的错误行',
  noted: 'change',
});
