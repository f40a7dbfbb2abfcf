export type { MoneyEntry } from './money-entries.ts';
export type { AttemptFact, FormerNumber, MoneyFacts, PaymentFact, RefundCause, RefundFact } from './money-facts.ts';
export { type OrderMoney, orderMoney } from './order-money.ts';
export {
  nextPaymentStatus,
  PAYMENT_MESSAGES,
  PAYMENT_STATUS_TABLE,
  type PaymentEvent,
  type PaymentMessage,
  type PaymentStatus,
} from './payment-status.ts';
export { providerLabel } from './provider-label.ts';
