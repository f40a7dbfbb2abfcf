import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { PersonKey, Ticket } from './people-schemas.ts';

/** Notes that somebody rang, with the ticket it belongs to */
export const notePersonCall = defineConsoleCall({
  name: 'notePersonCall',
  topic: 'console/people',
  method: 'POST',
  path: '/people/{person}/calls',
  summary: 'Notes that somebody rang, with the ticket it belongs to',
  input: Type.Object({
    person: PersonKey,
    ticket: Type.Optional(Ticket),
    words: Type.String({ minLength: 2, maxLength: 200, description: '说了什么' }),
  }),
  output: Type.Object({}),
  errors: ['not-found'],
  staff: ['people.serve'],
  title: '记一次来电',
  noted: 'change',
});
