import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { BarredWordView } from './content-schemas.ts';

/** Allows a word again */
export const dropBarredWord = defineConsoleCall({
  name: 'dropBarredWord',
  topic: 'console/content',
  method: 'POST',
  path: '/barred-words/drop',
  summary: 'Allows a word again',
  input: Type.Object({
    word: BarredWordView.properties.word,
    reason: Type.String({ minLength: 4, maxLength: 200, pattern: '\\S', description: '原因，4 到 200 个字' }),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['content.approve'],
  title: '去掉不能用的词',
  noted: 'change',
});
