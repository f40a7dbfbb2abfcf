import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { EditionVersion } from './edition-schemas.ts';

/** What residents saw of an edition, the newest first: by whom it was changed and approved, and what differs from before */
export const listEditionVersions = defineConsoleCall({
  name: 'listEditionVersions',
  topic: 'console/editions',
  method: 'GET',
  path: '/editions/{edition}/versions',
  summary:
    'What residents saw of an edition, the newest first: by whom it was changed and approved, and what differs from before',
  input: Type.Object({ edition: EditionCode }),
  output: Type.Object({ versions: Type.Array(EditionVersion) }),
  errors: ['not-found'],
  staff: ['edition.view'],
  title: '看产品版本的历史',
  noted: 'nothing',
});
