import type { HandlerTable } from '../../http/handler.ts';
import { queryUpgrade } from './query-upgrade.ts';
import { saveUpgrade } from './save-upgrade.ts';
import type { SaveUpgradeDependencies } from './upgrade-deps.ts';

export { upgradeIssuer } from './issue-upgrade.ts';

/** Calls by which policies are raised to a dearer plan before their cover begins. */
export function upgradeHandlers(deps: SaveUpgradeDependencies): HandlerTable {
  return { queryUpgrade: queryUpgrade(deps), saveUpgrade: saveUpgrade(deps) };
}
