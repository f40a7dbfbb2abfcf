import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DictionaryLine } from './dictionary-schemas.ts';

/** Every coded list that residents choose from, and who decides about it */
export const listDictionaries = defineConsoleCall({
  name: 'listDictionaries',
  topic: 'console/dictionaries',
  method: 'GET',
  path: '/dictionaries',
  summary: 'Every coded list that residents choose from, and who decides about it',
  input: Type.Object({}),
  output: Type.Object({ dictionaries: Type.Array(DictionaryLine) }),
  staff: ['dictionary.view'],
  title: '看字典',
  noted: 'nothing',
});
