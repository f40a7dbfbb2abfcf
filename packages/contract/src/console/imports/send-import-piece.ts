import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Content, IMPORT_PIECE_BYTES, ImportNo } from './import-schemas.ts';

/** One piece of an announced file; when the last one is here, the file is read */
export const sendImportPiece = defineConsoleCall({
  name: 'sendImportPiece',
  topic: 'console/imports',
  method: 'POST',
  path: '/imports/{importNo}/pieces',
  summary: 'One piece of an announced file; when the last one is here, the file is read',
  input: Type.Object({
    importNo: ImportNo,
    piece: Type.Integer({ minimum: 0, maximum: 999, description: '第几段' }),
    content: Content(IMPORT_PIECE_BYTES),
  }),
  output: Type.Object({ here: Type.Integer(), all: Type.Integer() }),
  errors: ['not-found', 'staff-rule', 'bad-input'],
  bodyLimitBytes: Math.ceil(IMPORT_PIECE_BYTES / 3) * 4 + 8 * 1024,
  staff: ['imports.give'],
  title: '上传导入文件',
  noted: 'change',
});
