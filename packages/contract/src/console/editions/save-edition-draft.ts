import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, EditionFields, Revision } from './edition-schemas.ts';

/** Keeps the changed fields of a draft; who agreed before has to look again */
export const saveEditionDraft = defineConsoleCall({
  name: 'saveEditionDraft',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/fields',
  summary: 'Keeps the changed fields of a draft; who agreed before has to look again',
  input: Type.Object({
    edition: EditionCode,
    revision: Revision,
    fields: Type.Partial(EditionFields),
    /** Takes back what was handed in; without it such a draft is not changed in passing. */
    reopen: Type.Optional(Type.Boolean()),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '改产品版本草稿',
  noted: 'change',
});
