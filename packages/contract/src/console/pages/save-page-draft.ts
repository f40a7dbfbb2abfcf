import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, Revision } from '../editions/edition-schemas.ts';
import { PageKey } from './page-schemas.ts';

/** Keeps the text of a draft; who agreed before has to look again */
export const savePageDraft = defineConsoleCall({
  name: 'savePageDraft',
  topic: 'console/pages',
  method: 'POST',
  path: '/pages/{edition}/{key}/draft/text',
  summary: 'Keeps the text of a draft; who agreed before has to look again',
  input: Type.Object({
    edition: EditionCode,
    key: PageKey,
    revision: Revision,
    source: Type.String({ maxLength: 40_000, description: '正文' }),
    changeReason: Type.String({ maxLength: 200, description: '为什么改' }),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  bodyLimitBytes: 256 * 1024,
  title: '改页面草稿',
  staff: ['edition.change'],
  noted: 'change',
});
