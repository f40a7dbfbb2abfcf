import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, DraftChanged, DraftRevision, OfEdition } from './catalogue-schemas.ts';

/** Makes a former version of a list the draft of its next one */
export const restoreCatalogue = defineConsoleCall({
  name: 'restoreCatalogue',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/catalogues/{list}/restore',
  summary: 'Makes a former version of a list the draft of its next one',
  input: Type.Object({
    list: CatalogueName,
    edition: OfEdition,
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '哪一版' }),
    revision: DraftRevision,
  }),
  output: DraftChanged,
  errors: ['not-found', 'staff-rule'],
  staff: ['catalogue.change'],
  title: '回到目录的一版',
  noted: 'change',
});
