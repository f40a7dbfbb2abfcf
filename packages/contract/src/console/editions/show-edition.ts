import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { EditionDesk } from './edition-schemas.ts';

/** One edition: its draft or what is live, what differs, what is missing, who agreed */
export const showEdition = defineConsoleCall({
  name: 'showEdition',
  topic: 'console/editions',
  method: 'GET',
  path: '/editions/{edition}',
  summary: 'One edition: its draft or what is live, what differs, what is missing, who agreed',
  input: Type.Object({ edition: EditionCode }),
  output: EditionDesk,
  errors: ['not-found'],
  staff: ['edition.view'],
  title: '看一个产品版本',
  noted: 'nothing',
});
