import type { ConsoleHandlerTable } from '../staff/index.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { searchOrders, showOrderFigures } from './search-orders.ts';

export type { OrderDeskDependencies } from './order-desk-deps.ts';
export { countRefundsToReview } from './search-orders.ts';

/** The console's calls of this topic, by name. */
export function orderDeskHandlers(deps: OrderDeskDependencies) {
  return {
    searchOrders: searchOrders(deps),
    showOrderFigures: showOrderFigures(deps),
  } satisfies ConsoleHandlerTable;
}
