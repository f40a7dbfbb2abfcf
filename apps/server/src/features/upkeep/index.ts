import type { ConsoleHandlerTable, StaffDependencies } from '../staff/index.ts';
import { listAlerts, listStandingAlerts, resolveAlert } from './alerts.ts';
import { showRunning, wishJob } from './running.ts';

export type { AlertDetails, AlertKind } from './alert-words.ts';
export { countAlerts } from './alerts.ts';

/** The console's calls of this topic, by name: how the program runs, and what somebody has to look at. */
export function upkeepHandlers(deps: StaffDependencies) {
  return {
    showRunning: showRunning(deps),
    wishJob: wishJob(deps),
    listAlerts: listAlerts(deps),
    listStandingAlerts: listStandingAlerts(deps),
    resolveAlert: resolveAlert(deps),
  } satisfies ConsoleHandlerTable;
}
