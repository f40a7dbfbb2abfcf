import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved } from './edition-schemas.ts';

/** Begins a draft of what is live */
export const beginEditionDraft = defineConsoleCall({
  name: 'beginEditionDraft',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft',
  summary: 'Begins a draft of what is live',
  input: Type.Object({ edition: EditionCode }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '新建产品版本草稿',
  noted: 'change',
});
