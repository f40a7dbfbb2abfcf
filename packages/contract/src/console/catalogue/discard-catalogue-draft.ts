import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, DraftRevision, OfEdition } from './catalogue-schemas.ts';

/** Throws the draft of a list's next version away */
export const discardCatalogueDraft = defineConsoleCall({
  name: 'discardCatalogueDraft',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/catalogues/{list}/draft/discard',
  summary: 'Throws the draft of a list’s next version away',
  input: Type.Object({ list: CatalogueName, edition: OfEdition, revision: DraftRevision }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['catalogue.change'],
  title: '丢弃目录的草稿',
  noted: 'change',
});
