import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import type { ChangeDeskDependencies, TopicDependencies } from './change-desk-deps.ts';
import { decideDeskRequest } from './decide-request.ts';
import { listDeskRequests } from './list-requests.ts';
import { changeAgreeKind } from './second-person.ts';
import { readDeskRequest, showDeskPaper, showDeskRequest } from './show-request.ts';

export { countChangeRequests } from './list-requests.ts';

/** What two people are needed for here. */
export const changeDeskApprovals = (deps: TopicDependencies): readonly AnyApprovalKind[] => [changeAgreeKind(deps)];

/** The console's calls of this topic, by name. */
export function changeDeskHandlers(deps: ChangeDeskDependencies) {
  return {
    listDeskRequests: listDeskRequests(deps),
    showDeskRequest: showDeskRequest(deps),
    readDeskRequest: readDeskRequest(deps),
    showDeskPaper: showDeskPaper(deps),
    decideDeskRequest: decideDeskRequest(deps),
  } satisfies ConsoleHandlerTable;
}
