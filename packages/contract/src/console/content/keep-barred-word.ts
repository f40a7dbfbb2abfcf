import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { BarredWordView } from './content-schemas.ts';

/** Bars a word, or changes what is said of it; content that has it is not shown from this moment on */
export const keepBarredWord = defineConsoleCall({
  name: 'keepBarredWord',
  topic: 'console/content',
  method: 'POST',
  path: '/barred-words',
  summary: 'Bars a word, or changes what is said of it; content that has it is not shown from this moment on',
  input: Type.Object({
    ...BarredWordView.properties,
    allowedAfter: Type.Optional(BarredWordView.properties.allowedAfter),
    allowedWhenAnnounced: Type.Optional(BarredWordView.properties.allowedWhenAnnounced),
    /** What was shown of the word when somebody began to change it, null for a new one: refused where it is otherwise by now. */
    former: Type.Optional(Type.Union([BarredWordView, Type.Null()])),
  }),
  output: Type.Object({ noLongerShown: Type.Array(Type.String()) }),
  errors: ['staff-rule'],
  staff: ['content.approve'],
  title: '加或改不能用的词',
  noted: 'change',
});
