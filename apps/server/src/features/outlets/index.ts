import type { HandlerTable } from '../../http/handler.ts';
import { type OutletDependencies, queryOutlets } from './query-outlets.ts';

export {
  addListInside,
  isShownOutlet,
  outletByCode,
  outletLists,
  outletsOfList,
  showListInside,
  shownOutletList,
  shownVersion,
} from './outlet-store.ts';
export { outletListView } from './query-outlets.ts';
export { OUTLET_FILE_LIMITS, outletsFile, readOutletFile } from './read-outlet-file.ts';
export { takeOutletFile } from './take-outlet-file.ts';

/** The calls of this topic, by name. */
export function outletHandlers(deps: OutletDependencies) {
  return { queryOutlets: queryOutlets(deps) } satisfies HandlerTable;
}
