import type { HandlerTable } from '../../http/handler.ts';
import { applyRefund, refundOrder } from './apply-refund.ts';
import { queryRefundSubmission } from './query-refund-submission.ts';
import type { RefundDependencies } from './refund-deps.ts';
import { saveRefundSubmission } from './save-refund-submission.ts';

export { checkStaffRefund, refundByStaff, refundOffer, type StaffRefund } from './refund-by-staff.ts';

/** Calls by which a policyholder gives policies back. */
export function refundHandlers(deps: RefundDependencies): HandlerTable {
  return {
    applyRefund: applyRefund(deps),
    refundOrder: refundOrder(deps),
    queryRefundSubmission: queryRefundSubmission(deps),
    saveRefundSubmission: saveRefundSubmission(deps),
  };
}
