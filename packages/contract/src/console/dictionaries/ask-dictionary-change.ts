import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DictionaryEntryView, DictionaryName } from './dictionary-schemas.ts';

/** Asks for other words, another order or fewer choices of a list; residents see it when another person has agreed */
export const askDictionaryChange = defineConsoleCall({
  name: 'askDictionaryChange',
  topic: 'console/dictionaries',
  method: 'POST',
  path: '/dictionaries/{dictionary}/change',
  summary:
    'Asks for other words, another order or fewer choices of a list; residents see it when another person has agreed',
  input: Type.Object({
    dictionary: DictionaryName,
    entries: Type.Array(DictionaryEntryView, { minItems: 1, maxItems: 100 }),
    /** The version that somebody began to change: refused where another one is in force by now. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: '从第几版改起' })),
    reason: Type.String({
      minLength: 4,
      maxLength: 200,
      pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
      description: '原因，4 到 200 个字',
    }),
  }),
  output: Type.Object({ approvalNo: Type.String() }),
  errors: ['not-found', 'staff-rule', 'bad-input'],
  staff: ['dictionary.change'],
  title: '申请改字典',
  noted: 'change',
});
