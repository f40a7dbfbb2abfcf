import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval } from '../staff/staff-schemas.ts';
import { PersonKey, RevealField, Ticket } from './people-schemas.ts';

/** Asks to see a person's data as it is; once another person has agreed, for a quarter of an hour */
export const askToReadPerson = defineConsoleCall({
  name: 'askToReadPerson',
  topic: 'console/people',
  method: 'POST',
  path: '/people/{person}/reveal',
  summary: "Asks to see a person's data as it is; once another person has agreed, for a quarter of an hour",
  input: Type.Object({
    person: PersonKey,
    revealed: Type.Array(RevealField, { minItems: 1, maxItems: 3, uniqueItems: true }),
    purpose: Type.Enum(['call', 'complaint', 'correction', 'court'], { description: '为什么' }),
    ticket: Type.Optional(Ticket),
    detail: Type.String({ minLength: 10, maxLength: 160, description: '说明，至少 10 个字' }),
  }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['person.reveal'],
  title: '申请看完整信息',
  noted: 'change',
});
