export { applyRefund } from './apply-refund.ts';
export { queryRefundSubmission } from './query-refund-submission.ts';
export { refundOrder } from './refund-order.ts';
export { saveRefundSubmission } from './save-refund-submission.ts';
