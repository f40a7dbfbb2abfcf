import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, Revision } from './edition-schemas.ts';

/** Agrees to a draft or sends it back with a reason; never by somebody who changed it */
export const decideEditionDraft = defineConsoleCall({
  name: 'decideEditionDraft',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/decide',
  summary: 'Agrees to a draft or sends it back with a reason; never by somebody who changed it',
  input: Type.Object({
    edition: EditionCode,
    revision: Revision,
    agree: Type.Boolean({ description: '是否同意' }),
    /** Needed for sending back. */
    note: Type.Optional(Type.String({ maxLength: 200, description: '审批意见' })),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.publish'],
  title: '审批产品版本',
  noted: 'change',
});
