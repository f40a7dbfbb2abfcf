import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, DraftRevision, FileProblem, MAX_CATALOGUE_BYTES, OfEdition } from './catalogue-schemas.ts';

/** Takes a whole list from a file, CSV or XLSX, as the draft of its next version; one with any fault changes nothing */
export const takeCatalogueFile = defineConsoleCall({
  name: 'takeCatalogueFile',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/catalogues/{list}/file',
  summary:
    'Takes a whole list from a file, CSV or XLSX, as the draft of its next version; one with any fault changes nothing',
  input: Type.Object({
    list: CatalogueName,
    edition: OfEdition,
    fileName: Type.String({ minLength: 1, maxLength: 120, pattern: '^[^\\u0000-\\u001f]+$', description: '文件名' }),
    file: Type.String({
      minLength: 4,
      maxLength: Math.ceil(MAX_CATALOGUE_BYTES / 3) * 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: '文件内容，base64',
    }),
    revision: DraftRevision,
  }),
  output: Type.Object({
    revision: DraftRevision,
    /** Everything that is wrong with the file; nothing was taken then. */
    problems: Type.Array(FileProblem),
  }),
  errors: ['not-found', 'staff-rule'],
  bodyLimitBytes: Math.ceil(MAX_CATALOGUE_BYTES / 3) * 4 + 8 * 1024,
  staff: ['catalogue.change'],
  title: '导入目录',
  noted: 'change',
});
