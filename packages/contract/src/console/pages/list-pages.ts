import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PageList } from './page-schemas.ts';

/** Every page and clause of an edition with its draft */
export const listPages = defineConsoleCall({
  name: 'listPages',
  topic: 'console/pages',
  method: 'GET',
  path: '/pages',
  summary: 'Every page and clause of an edition with its draft',
  input: Type.Object({ edition: Type.Optional(EditionCode) }),
  output: PageList,
  errors: ['not-found'],
  title: '看页面与条款',
  staff: ['edition.view'],
  noted: 'nothing',
});
