import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PageDesk, PageKey } from './page-schemas.ts';

/** One page: its versions, what is live, its draft, what it lacks, who agreed */
export const showPage = defineConsoleCall({
  name: 'showPage',
  topic: 'console/pages',
  method: 'GET',
  path: '/pages/{edition}/{key}',
  summary: 'One page: its versions, what is live, its draft, what it lacks, who agreed',
  input: Type.Object({ edition: EditionCode, key: PageKey }),
  output: PageDesk,
  errors: ['not-found'],
  title: '看一个页面',
  staff: ['edition.view'],
  noted: 'nothing',
});
