import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { FileName, ImportKindName, ImportNo } from './import-schemas.ts';

/** Announces a file; its pieces follow. One that was broken off goes on where it stopped */
export const beginImport = defineConsoleCall({
  name: 'beginImport',
  topic: 'console/imports',
  method: 'POST',
  path: '/imports',
  summary: 'Announces a file; its pieces follow. One that was broken off goes on where it stopped',
  input: Type.Object({
    kind: ImportKindName,
    fileName: FileName,
    sizeBytes: Type.Integer({ minimum: 1, maximum: 200_000_000, description: '文件大小' }),
    /** Of the whole file. */
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: '文件的 SHA-256' }),
    /** The day of which it tells, where the kind needs one. */
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '文件是哪一天的' })),
    edition: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{1,32}$', description: '哪个产品版本' })),
  }),
  output: Type.Object({
    importNo: ImportNo,
    /** What it is cut into; the last piece is shorter. */
    pieceBytes: Type.Integer(),
    /** Which pieces are not here yet, from 0. */
    missing: Type.Array(Type.Integer()),
  }),
  errors: ['staff-rule', 'bad-input'],
  staff: ['imports.give'],
  title: '开始导入',
  noted: 'change',
});
