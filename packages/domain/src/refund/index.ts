export { type CashValueRule, type Refundable, type RefundBasis, refundableFen } from './refund-amount.ts';
export { latestArrival, type RefundArrival, refundArrival } from './refund-arrival.ts';
export {
  REFUND_REASON_CODES,
  REFUND_REASONS,
  type RefundReasonCode,
  refundReasonLabel,
  UPGRADE_REFUND_REASONS,
} from './refund-reasons.ts';
export { refundRefusalText } from './refund-refusals.ts';
export {
  nextRefundStatus,
  REFUND_STATUS_TABLE,
  type RefundEvent,
  type RefundStatus,
  shownRefundStatus,
} from './refund-status.ts';
export {
  HAND_ROUTES,
  type HandRoute,
  handRouteOf,
  MOST_ROUNDS,
  numberOfRound,
  pauseBeforeResend,
  roundOfNumber,
  STUCK_RULES,
  type StuckKind,
  stuckKind,
  type WayOut,
  wayOutIsOpen,
} from './refund-way-out.ts';
