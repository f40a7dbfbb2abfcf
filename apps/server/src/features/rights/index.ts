import type { HandlerTable } from '../../http/handler.ts';
import type { ConsoleHandlerTable } from '../staff/index.ts';
import { closeAccount } from './close-account.ts';
import { liftRestriction } from './lift-restriction.ts';
import { askRight, exportOwnData, sendOwnDataCode, showOwnData, withdrawRight } from './own-data.ts';
import type { RightsDependencies, RightsDeskDependencies } from './rights-deps.ts';
import { answerRightsRequest, listRightsRequests } from './rights-desk.ts';

export { contractForgetter } from './forget-contracts.ts';
export { goOnErasing } from './go-on-erasing.ts';
export { countRightsRequests, seesAll as seesRightsRequests } from './rights-desk.ts';
export { newestRequests as newestRightsRequests } from './rights-store.ts';
export { watchRightsDeadlines } from './watch-deadlines.ts';

/** The calls of this topic, by name. */
export function rightsHandlers(deps: RightsDependencies) {
  return {
    showOwnData: showOwnData(deps),
    sendOwnDataCode: sendOwnDataCode(deps),
    exportOwnData: exportOwnData(deps),
    askRight: askRight(deps),
    withdrawRight: withdrawRight(deps),
    liftRestriction: liftRestriction(deps),
    closeAccount: closeAccount(deps),
  } satisfies HandlerTable;
}

/** The console's calls of this topic, by name. */
export function rightsDeskHandlers(deps: RightsDeskDependencies) {
  return {
    listRightsRequests: listRightsRequests(deps),
    answerRightsRequest: answerRightsRequest(deps),
  } satisfies ConsoleHandlerTable;
}
