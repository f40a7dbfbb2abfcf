import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, MomentOrNone, Revision } from './edition-schemas.ts';

/** Says when an approved draft goes live */
export const scheduleEdition = defineConsoleCall({
  name: 'scheduleEdition',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/schedule',
  summary: 'Says when an approved draft goes live',
  input: Type.Object({ edition: EditionCode, revision: Revision, at: MomentOrNone }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change', 'edition.publish'],
  title: '定时发布产品版本',
  noted: 'change',
});
