import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DictionaryEntryView, DictionaryLine, DictionaryName, DictionaryVersionView } from './dictionary-schemas.ts';

/** One list with its entries, its versions, and what waits for a second person */
export const showDictionary = defineConsoleCall({
  name: 'showDictionary',
  topic: 'console/dictionaries',
  method: 'GET',
  path: '/dictionaries/{dictionary}',
  summary: 'One list with its entries, its versions, and what waits for a second person',
  input: Type.Object({ dictionary: DictionaryName }),
  output: Type.Object({
    line: DictionaryLine,
    entries: Type.Array(
      Type.Object({ ...DictionaryEntryView.properties, /** Cannot be switched off. */ isAlways: Type.Boolean() }),
    ),
    versions: Type.Array(DictionaryVersionView),
    mayChange: Type.Boolean(),
  }),
  errors: ['not-found'],
  staff: ['dictionary.view'],
  title: '看一个字典',
  noted: 'nothing',
});
