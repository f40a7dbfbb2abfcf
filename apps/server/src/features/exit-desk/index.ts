import type { ConsoleHandlerTable } from '../staff/index.ts';
import { type ExitDeskDependencies, keepExit, listExits } from './exit-calls.ts';

/** The console's calls of this topic, by name. */
export function exitDeskHandlers(deps: ExitDeskDependencies) {
  return { listExits: listExits(deps), keepExit: keepExit(deps) } satisfies ConsoleHandlerTable;
}
