import type { Core } from '../../core.ts';
import type { HandlerTable } from '../../http/handler.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { LoadMembers } from '../insured/index.ts';
import { holderList } from './holder-list.ts';
import { saveOrders } from './order-store.ts';
import type { PurchaseLine } from './purchase-line.ts';
import { queryOrderDetail } from './query-order-detail.ts';
import { closedOrders, isWaitPay, queryOrders, selectListPaid } from './query-orders.ts';
import { type SaveOrderDependencies, saveOrder } from './save-order.ts';

export { buyersOf, noteHoldersOf, ordersOfAccounts } from './accounts-of-orders.ts';
export { inTurn } from './in-turn.ts';
export { openLine } from './open-line.ts';
export { editionOfOrder } from './order-edition.ts';
export {
  claimHolders,
  claimPersons,
  endCover,
  type InsuredRow,
  insuredOfOrders,
  type OrderRow,
  type Owner,
  orderByClientKey,
  orderById,
  orderOfOwner,
  orderPaidAt,
  ordersByIds,
  releaseClaims,
  saveOrders,
} from './order-store.ts';
export { endorsementNo, insuredDetails, planNameOf, policyholderDetails } from './order-views.ts';
export type { PurchaseLine } from './purchase-line.ts';
export { METHOD_LABELS } from './query-order-detail.ts';
export { peopleInTheWay, type SaveByContract, saveByContract } from './save-by-contract.ts';
export { type SaveForGroup, saveForGroup } from './save-for-group.ts';
export { changedDocument, PAYMENT_WINDOW_MS } from './save-order.ts';

export interface OrderDependencies extends Core {
  readonly editions: EditionStore;
  readonly loadMembers: LoadMembers;
  /** True on a distributed engine: a statement then holds the orders of one shard only. */
  readonly groupByShard: boolean;
  readonly isBeingRecorded: SaveOrderDependencies['isBeingRecorded'];
  readonly line: PurchaseLine;
}

export function orderHandlers(deps: OrderDependencies): HandlerTable {
  return {
    saveOrder: saveOrder({ ...deps, saveKind: saveOrders(deps.groupByShard) }),
    queryOrders: queryOrders(deps),
    queryOrdersV2: queryOrders(deps),
    selectListPaid: selectListPaid(deps),
    closedOrders: closedOrders(deps),
    isWaitPay: isWaitPay(deps),
    queryOrderDetail: queryOrderDetail(deps),
    holderList: holderList(deps),
  };
}
