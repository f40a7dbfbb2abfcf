export { chargeRefusalText } from './charge-refusal.ts';
export { CONSENT_VERSION, consentLines } from './consent-text.ts';
export {
  CONTRACT_STATUS_TABLE,
  type ContractEvent,
  type ContractStatus,
  contractStatusLabel,
  nextContractStatus,
  STANDING_CONTRACT,
} from './contract-status.ts';
export {
  answerByMs,
  BOOKING_HOURS,
  bookingDay,
  CHARGE_AFTER_DAYS,
  chargeDay,
  chargeDayAfterBooking,
  DEDUCTION_HOURS,
  dueDay,
  lastChargeDay,
  messagesBefore,
  TOLD_BEFORE_DAYS,
} from './run-calendar.ts';
export { type ConfirmReason, confirmReasons, differsByMoreThanHalf, type RunFacts } from './run-consent.ts';
export {
  nextRunStatus,
  OPEN_RUN,
  RUN_STATUS_TABLE,
  type RunEvent,
  type RunStatus,
  runStatusLabel,
} from './run-status.ts';
