import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';

/** How often one has searched for people today, and how often one may */
export const countPeopleSearches = defineConsoleCall({
  name: 'countPeopleSearches',
  topic: 'console/people',
  method: 'GET',
  path: '/people/searches',
  summary: 'How often one has searched for people today, and how often one may',
  input: Type.Object({}),
  output: Type.Object({ searchedToday: Type.Integer(), limit: Type.Integer() }),
  staff: ['people.view'],
  title: '今天查了几次',
  noted: 'nothing',
});
