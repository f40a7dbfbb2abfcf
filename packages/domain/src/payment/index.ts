export {
  nextPaymentStatus,
  PAYMENT_MESSAGES,
  PAYMENT_STATUS_TABLE,
  type PaymentEvent,
  type PaymentMessage,
  type PaymentStatus,
} from './payment-status.ts';
