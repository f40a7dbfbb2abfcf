import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, DraftChanged, DraftRevision, OfEdition, RowCells, RowCode } from './catalogue-schemas.ts';

/** Puts a row into the draft of a list's next version: a new one, or in place of the one with that code */
export const keepCatalogueRow = defineConsoleCall({
  name: 'keepCatalogueRow',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/catalogues/{list}/rows',
  summary: 'Puts a row into the draft of a list’s next version: a new one, or in place of the one with that code',
  input: Type.Object({
    list: CatalogueName,
    edition: OfEdition,
    /** The row that is changed; absent for a new one. */
    code: Type.Optional(RowCode),
    cells: RowCells,
    revision: DraftRevision,
  }),
  output: DraftChanged,
  errors: ['not-found', 'bad-input', 'staff-rule'],
  staff: ['catalogue.change'],
  title: '改目录的一行',
  noted: 'change',
});
