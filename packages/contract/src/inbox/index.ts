export { countInbox } from './count-inbox.ts';
export { queryInbox } from './query-inbox.ts';
export { readInbox } from './read-inbox.ts';
