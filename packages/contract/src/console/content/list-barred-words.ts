import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { BarredWordView } from './content-schemas.ts';

/** The words that must not stand in what is shared, with what to say instead */
export const listBarredWords = defineConsoleCall({
  name: 'listBarredWords',
  topic: 'console/content',
  method: 'GET',
  path: '/barred-words',
  summary: 'The words that must not stand in what is shared, with what to say instead',
  input: Type.Object({}),
  output: Type.Object({ words: Type.Array(BarredWordView) }),
  staff: ['content.view'],
  title: '看不能用的词',
  noted: 'nothing',
});
