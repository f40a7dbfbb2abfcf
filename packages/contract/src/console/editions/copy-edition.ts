import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved } from './edition-schemas.ts';

/** Begins the edition of the year after from this one: dates moved by a year, its own code */
export const copyEdition = defineConsoleCall({
  name: 'copyEdition',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/copy',
  summary: 'Begins the edition of the year after from this one: dates moved by a year, its own code',
  input: Type.Object({ edition: EditionCode, code: EditionCode }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '复制为下一年版',
  noted: 'change',
});
