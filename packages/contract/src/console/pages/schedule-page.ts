import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, MomentOrNone, Revision } from '../editions/edition-schemas.ts';
import { PageKey } from './page-schemas.ts';

/** Says from when an approved draft is what residents read */
export const schedulePage = defineConsoleCall({
  name: 'schedulePage',
  topic: 'console/pages',
  method: 'POST',
  path: '/pages/{edition}/{key}/draft/schedule',
  summary: 'Says from when an approved draft is what residents read',
  input: Type.Object({ edition: EditionCode, key: PageKey, revision: Revision, at: MomentOrNone }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  title: '定时发布页面',
  staff: ['edition.change', 'edition.publish'],
  noted: 'change',
});
