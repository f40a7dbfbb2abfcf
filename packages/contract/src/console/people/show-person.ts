import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { PersonKey, PersonView } from './people-schemas.ts';

/** A person masked: family, policies of all years, results of claims, orders, contacts, and who looked */
export const showPerson = defineConsoleCall({
  name: 'showPerson',
  topic: 'console/people',
  method: 'GET',
  path: '/people/{person}',
  summary: 'A person masked: family, policies of all years, results of claims, orders, contacts, and who looked',
  input: Type.Object({ person: PersonKey }),
  output: PersonView,
  errors: ['not-found'],
  staff: ['people.view'],
  title: '看一个人（遮盖）',
  noted: 'view',
});
