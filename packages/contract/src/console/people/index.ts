export { askToReadPerson } from './ask-to-read-person.ts';
export { countPeopleSearches } from './count-people-searches.ts';
export { notePersonCall } from './note-person-call.ts';
export { readPerson } from './read-person.ts';
export { searchPeople } from './search-people.ts';
export { sendPersonMessage } from './send-person-message.ts';
export { showPerson } from './show-person.ts';
export { takeComplaint } from './take-complaint.ts';
