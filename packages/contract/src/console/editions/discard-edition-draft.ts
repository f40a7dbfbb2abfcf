import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Revision } from './edition-schemas.ts';

/** Gives a draft up; what is live stays */
export const discardEditionDraft = defineConsoleCall({
  name: 'discardEditionDraft',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/discard',
  summary: 'Gives a draft up; what is live stays',
  input: Type.Object({ edition: EditionCode, revision: Revision }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '丢弃产品版本草稿',
  noted: 'change',
});
