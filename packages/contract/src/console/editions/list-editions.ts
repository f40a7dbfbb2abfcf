import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { EditionLine } from './edition-schemas.ts';

/** Every edition with its draft, the newest year first */
export const listEditions = defineConsoleCall({
  name: 'listEditions',
  topic: 'console/editions',
  method: 'GET',
  path: '/editions',
  summary: 'Every edition with its draft, the newest year first',
  input: Type.Object({}),
  output: Type.Object({ editions: Type.Array(EditionLine) }),
  staff: ['edition.view'],
  title: '看产品版本',
  noted: 'nothing',
});
