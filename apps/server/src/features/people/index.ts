import type { Core } from '../../core.ts';
import type { ConsoleHandlerTable } from '../staff/index.ts';
import { notePersonCall, sendPersonMessage } from './contacts.ts';
import { indexPeople } from './index-people.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { askToReadPerson, readPerson } from './reveal.ts';
import { countPeopleSearches, searchPeople } from './search-people.ts';
import { showPerson } from './show-person.ts';
import { takeComplaint } from './take-complaint.ts';

export { notesAbout } from './contacts.ts';
export { personReadingKind } from './reveal.ts';

/** The console's calls of this topic, by name. */
export function peopleHandlers(deps: PeopleDependencies) {
  return {
    searchPeople: searchPeople(deps),
    countPeopleSearches: countPeopleSearches(deps),
    showPerson: showPerson(deps),
    askToReadPerson: askToReadPerson(deps),
    readPerson: readPerson(deps),
    sendPersonMessage: sendPersonMessage(deps),
    notePersonCall: notePersonCall(deps),
    takeComplaint: takeComplaint(deps),
  } satisfies ConsoleHandlerTable;
}

/** Makes everybody findable by surname and the number's end. */
export const peopleJobs = (core: Core) => [{ name: 'people', everyMs: 10_000, run: () => indexPeople(core) }];
