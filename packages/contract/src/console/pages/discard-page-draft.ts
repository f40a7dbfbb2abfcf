import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Revision } from '../editions/edition-schemas.ts';
import { PageKey } from './page-schemas.ts';

/** Gives a draft up; what is live stays */
export const discardPageDraft = defineConsoleCall({
  name: 'discardPageDraft',
  topic: 'console/pages',
  method: 'POST',
  path: '/pages/{edition}/{key}/draft/discard',
  summary: 'Gives a draft up; what is live stays',
  input: Type.Object({ edition: EditionCode, key: PageKey, revision: Revision }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  title: '丢弃页面草稿',
  staff: ['edition.change'],
  noted: 'change',
});
