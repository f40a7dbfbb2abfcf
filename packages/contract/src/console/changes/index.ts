export { decideDeskRequest } from './decide-desk-request.ts';
export { listDeskRequests } from './list-desk-requests.ts';
export { readDeskRequest } from './read-desk-request.ts';
export { showDeskPaper } from './show-desk-paper.ts';
export { showDeskRequest } from './show-desk-request.ts';
