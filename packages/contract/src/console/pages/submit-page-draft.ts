import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, Revision } from '../editions/edition-schemas.ts';
import { PageKey } from './page-schemas.ts';

/** Hands a draft to the two who approve */
export const submitPageDraft = defineConsoleCall({
  name: 'submitPageDraft',
  topic: 'console/pages',
  method: 'POST',
  path: '/pages/{edition}/{key}/draft/submit',
  summary: 'Hands a draft to the two who approve',
  input: Type.Object({ edition: EditionCode, key: PageKey, revision: Revision }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  title: '提交页面审批',
  staff: ['edition.change'],
  noted: 'change',
});
