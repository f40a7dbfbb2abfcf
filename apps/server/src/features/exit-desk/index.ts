import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import { askExitChange, closeExit, listExits } from './exit-calls.ts';
import { exitChangeKind } from './exit-change.ts';
import type { ExitDeskDependencies } from './exit-desk-deps.ts';

/** What two people are needed for here. */
export function exitDeskApprovals(deps: Pick<ExitDeskDependencies, 'partnerOrigins'>): readonly AnyApprovalKind[] {
  return [exitChangeKind(deps)];
}

/** The console's calls of this topic, by name. */
export function exitDeskHandlers(deps: ExitDeskDependencies) {
  return {
    listExits: listExits(deps),
    askExitChange: askExitChange(deps),
    closeExit: closeExit(deps),
  } satisfies ConsoleHandlerTable;
}
