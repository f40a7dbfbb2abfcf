import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PersonKey } from './people-schemas.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** What another person agreed to be seen, as it is, to whom it was agreed and no longer than that */
export const readPerson = defineConsoleCall({
  name: 'readPerson',
  topic: 'console/people',
  method: 'POST',
  path: '/people/{person}/read',
  summary: 'What another person agreed to be seen, as it is, to whom it was agreed and no longer than that',
  input: Type.Object({ person: PersonKey }),
  output: Type.Object({ name: TextOrNull, idNumber: TextOrNull, phone: TextOrNull, until: BeijingTime }),
  errors: ['not-found', 'staff-rule'],
  staff: ['person.reveal'],
  title: '看完整信息',
  noted: 'view',
});
