import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { PageCursor } from '../staff/staff-schemas.ts';
import { ImportKindName, ImportKindView, ImportView } from './import-schemas.ts';

/** Files that were given, the latest first, how far each is, and what can be imported */
export const listImports = defineConsoleCall({
  name: 'listImports',
  topic: 'console/imports',
  method: 'GET',
  path: '/imports',
  summary: 'Files that were given, the latest first, how far each is, and what can be imported',
  input: Type.Object({
    kind: Type.Optional(ImportKindName),
    which: Type.Optional(Type.Enum(['open', 'done'], { description: '办完没有' })),
    before: Type.Optional(PageCursor),
  }),
  output: Type.Object({
    imports: Type.Array(ImportView),
    next: Type.Union([PageCursor, Type.Null()]),
    kinds: Type.Array(ImportKindView),
    /** Editions within the asker's scope, for what is imported for one. */
    editions: Type.Array(Type.Object({ edition: Type.String(), name: Type.String() })),
  }),
  staff: ['imports.view'],
  title: '看导入',
  noted: 'nothing',
});
