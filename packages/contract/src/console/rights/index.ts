export { answerRightsRequest } from './answer-rights-request.ts';
export { listRightsRequests } from './list-rights-requests.ts';
