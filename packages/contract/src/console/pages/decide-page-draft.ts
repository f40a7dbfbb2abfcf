import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, Revision } from '../editions/edition-schemas.ts';
import { PageKey } from './page-schemas.ts';

/** Agrees to a draft or sends it back with a reason; never by somebody who changed it */
export const decidePageDraft = defineConsoleCall({
  name: 'decidePageDraft',
  topic: 'console/pages',
  method: 'POST',
  path: '/pages/{edition}/{key}/draft/decide',
  summary: 'Agrees to a draft or sends it back with a reason; never by somebody who changed it',
  input: Type.Object({
    edition: EditionCode,
    key: PageKey,
    revision: Revision,
    agree: Type.Boolean({ description: '是否同意' }),
    /** Needed for sending back. */
    note: Type.Optional(Type.String({ maxLength: 200, description: '审批意见' })),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  title: '审批页面',
  staff: ['edition.publish'],
  noted: 'change',
});
