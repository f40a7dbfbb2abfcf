import { nextStatus, type StatusTable, type StatusTone } from '../status/index.ts';

export type PaymentStatus = 'CREATED' | 'WAITING' | 'SUCCESS' | 'FAILED' | 'CLOSED' | 'REFUNDING' | 'REFUNDED';

export type PaymentEvent =
  | 'SentToProvider'
  | 'ProviderRefused'
  | 'PaymentConfirmed'
  | 'PaymentFailed'
  | 'AttemptClosed'
  | 'RefundStarted'
  | 'PartRefundConfirmed'
  | 'RefundConfirmed'
  | 'RefundFailed';

/**
 * One attempt to pay an order. FAILED and CLOSED are what the provider said last; its later word that money did
 * arrive still wins, so they are not terminal.
 */
export const PAYMENT_STATUS_TABLE: StatusTable<PaymentStatus, PaymentEvent> = {
  title: 'Payment attempt',
  entries: [
    { status: 'CREATED', key: 'Created', label: '待发起', tone: 'neutral' },
    { status: 'WAITING', key: 'Waiting', label: '确认中', tone: 'info' },
    { status: 'SUCCESS', key: 'Success', label: '成功', tone: 'success' },
    { status: 'FAILED', key: 'Failed', label: '付款失败', tone: 'error' },
    { status: 'CLOSED', key: 'Closed', label: '已关闭', tone: 'neutral' },
    { status: 'REFUNDING', key: 'Refunding', label: '退款中', tone: 'warn' },
    { status: 'REFUNDED', key: 'Refunded', label: '已退款', tone: 'neutral' },
  ],
  initial: ['CREATED'],
  terminal: ['REFUNDED'],
  rows: [
    ['CREATED', 'WAITING', 'SentToProvider'],
    ['CREATED', 'FAILED', 'ProviderRefused'],
    ['CREATED', 'SUCCESS', 'PaymentConfirmed'],
    ['CREATED', 'CLOSED', 'AttemptClosed'],
    ['WAITING', 'SUCCESS', 'PaymentConfirmed'],
    ['WAITING', 'FAILED', 'PaymentFailed'],
    ['WAITING', 'CLOSED', 'AttemptClosed'],
    ['FAILED', 'SUCCESS', 'PaymentConfirmed'],
    ['CLOSED', 'SUCCESS', 'PaymentConfirmed'],
    ['SUCCESS', 'REFUNDING', 'RefundStarted'],
    ['REFUNDING', 'REFUNDED', 'RefundConfirmed'],
    ['REFUNDING', 'SUCCESS', 'PartRefundConfirmed'],
    ['REFUNDING', 'SUCCESS', 'RefundFailed'],
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextPaymentStatus(from: PaymentStatus, event: PaymentEvent): PaymentStatus | null {
  return nextStatus(PAYMENT_STATUS_TABLE, from, event);
}

export interface PaymentMessage {
  title: string;
  /** What happened to the money and what to do now. */
  text: string;
  tone: StatusTone;
  /** True only where the provider has said that nothing was charged and nothing more can be. */
  mayPayAgain: boolean;
}

/** What a payer is told, by the status of the attempt. "Pay again" is offered only where no money can have moved. */
export const PAYMENT_MESSAGES: Readonly<Record<PaymentStatus, PaymentMessage>> = {
  CREATED: {
    title: '正在发起付款',
    text: '请稍候，不要重复付款',
    tone: 'info',
    mayPayAgain: false,
  },
  WAITING: {
    title: '正在确认付款结果',
    text: '通常不到 1 分钟。请不要重复付款',
    tone: 'info',
    mayPayAgain: false,
  },
  SUCCESS: { title: '支付成功', text: '已收到付款，不用再付', tone: 'success', mayPayAgain: false },
  FAILED: { title: '这次没付成功', text: '没有扣款，可以再付一次，或换一种方式付款', tone: 'error', mayPayAgain: true },
  CLOSED: { title: '这笔付款已关闭', text: '没有扣款。订单还在的话，可以重新付款', tone: 'neutral', mayPayAgain: true },
  REFUNDING: { title: '正在退款', text: '款项原路退回。到账前请不要重复付款', tone: 'warn', mayPayAgain: false },
  REFUNDED: { title: '已退款', text: '款项已原路退回，请以付款账户的记录为准', tone: 'neutral', mayPayAgain: false },
};
