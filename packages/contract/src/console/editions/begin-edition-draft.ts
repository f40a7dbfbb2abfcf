import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved } from './edition-schemas.ts';

/** Begins a draft of what is live, or of what was before */
export const beginEditionDraft = defineConsoleCall({
  name: 'beginEditionDraft',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft',
  summary: 'Begins a draft of what is live, or of what was before',
  input: Type.Object({
    edition: EditionCode,
    /** A version that residents saw; without it the one that they see. */
    from: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '新建产品版本草稿',
  noted: 'change',
});
