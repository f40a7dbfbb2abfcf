import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved } from '../editions/edition-schemas.ts';
import { PageKey } from './page-schemas.ts';

/** Begins a new version from the live one, or from the edition before where there is none */
export const beginPageDraft = defineConsoleCall({
  name: 'beginPageDraft',
  topic: 'console/pages',
  method: 'POST',
  path: '/pages/{edition}/{key}/draft',
  summary: 'Begins a new version from the live one, or from the edition before where there is none',
  input: Type.Object({ edition: EditionCode, key: PageKey }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  title: '新建页面版本',
  staff: ['edition.change'],
  noted: 'change',
});
