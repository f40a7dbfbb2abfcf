import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, Revision } from './edition-schemas.ts';

/** Hands a draft to the two who approve */
export const submitEditionDraft = defineConsoleCall({
  name: 'submitEditionDraft',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/submit',
  summary: 'Hands a draft to the two who approve',
  input: Type.Object({ edition: EditionCode, revision: Revision }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '提交产品版本审批',
  noted: 'change',
});
