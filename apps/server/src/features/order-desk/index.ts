import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import { askOrderRefund, refundStartKind } from './ask-refund.ts';
import { handPayoutKind, recordHandRefund } from './hand-payouts.ts';
import { handReleaseKind, releaseHeldRefund } from './hand-release.ts';
import { issueOrderAgain } from './issue-again.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { listRefunds } from './refund-queue.ts';
import { askPersonReveal, readOrderPeople, revealKind } from './reveal-people.ts';
import { agreeRefunds, refundAgreeKind, returnRefunds, sendStuckRefund } from './review-refunds.ts';
import { searchOrders, showOrderFigures } from './search-orders.ts';
import { showOrder } from './show-order.ts';
import { showRefund } from './show-refund.ts';

export { runHandPayout } from './hand-payouts.ts';
export { deskOrder } from './open-order.ts';
export type { OrderDeskDependencies } from './order-desk-deps.ts';
export { orderExport } from './order-export.ts';
export { Conditions, seesOrder, withinOrders } from './order-scope.ts';
export { refundExport } from './refund-export.ts';
export { countRefundsToReview, sourceLabel } from './search-orders.ts';

/** What two people are needed for here. */
export function orderDeskApprovals(deps: Omit<OrderDeskDependencies, 'approvals'>): readonly AnyApprovalKind[] {
  return [revealKind(deps), refundStartKind(deps), refundAgreeKind(deps), handPayoutKind(deps), handReleaseKind(deps)];
}

/** The console's calls of this topic, by name. */
export function orderDeskHandlers(deps: OrderDeskDependencies) {
  return {
    searchOrders: searchOrders(deps),
    showOrderFigures: showOrderFigures(deps),
    showOrder: showOrder(deps),
    askPersonReveal: askPersonReveal(deps),
    readOrderPeople: readOrderPeople(deps),
    issueOrderAgain: issueOrderAgain(deps),
    askOrderRefund: askOrderRefund(deps),
    listRefunds: listRefunds(deps),
    showRefund: showRefund(deps),
    agreeRefunds: agreeRefunds(deps),
    returnRefunds: returnRefunds(deps),
    sendStuckRefund: sendStuckRefund(deps),
    recordHandRefund: recordHandRefund(deps),
    releaseHeldRefund: releaseHeldRefund(deps),
  } satisfies ConsoleHandlerTable;
}
