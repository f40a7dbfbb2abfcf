import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, DraftChanged, DraftRevision, OfEdition, RowCode } from './catalogue-schemas.ts';

/** Takes a row out of the draft of a list's next version, or puts it back to what residents see now */
export const dropCatalogueRow = defineConsoleCall({
  name: 'dropCatalogueRow',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/catalogues/{list}/rows/{code}/drop',
  summary: 'Takes a row out of the draft of a list’s next version, or puts it back to what residents see now',
  input: Type.Object({
    list: CatalogueName,
    edition: OfEdition,
    code: RowCode,
    how: Type.Enum(['drop', 'undo'], { description: 'drop 去掉 undo 恢复成现在的样子' }),
    revision: DraftRevision,
  }),
  output: DraftChanged,
  errors: ['not-found', 'staff-rule'],
  staff: ['catalogue.change'],
  title: '去掉或恢复目录的一行',
  noted: 'change',
});
