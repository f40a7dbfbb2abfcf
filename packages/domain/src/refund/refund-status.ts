import { nextStatus, type StatusEntry, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where the money of one refund stands; both kinds of failure wait for an operator. */
export type RefundStatus = 'CREATED' | 'REVIEWING' | 'PROCESSING' | 'SETTLED' | 'ABNORMAL' | 'CLOSED' | 'REJECTED';

export type RefundEvent =
  | 'ReviewStarted'
  | 'Approved'
  | 'Rejected'
  | 'ProviderAccepted'
  | 'ProviderLostIt'
  | 'Settled'
  | 'PayeeUnreachable'
  | 'ProviderClosed'
  | 'SentAgain'
  | 'PaidByHand';

/**
 * The life of a refund. What the rules decide alone goes from CREATED straight to the provider; only what a person has to
 * decide is REVIEWING. A settled refund never changes again, whoever says what later.
 */
export const REFUND_STATUS_TABLE: StatusTable<RefundStatus, RefundEvent> = {
  title: 'Refund',
  entries: [
    { status: 'CREATED', key: 'Applied', label: '退款申请中', tone: 'info' },
    { status: 'REVIEWING', key: 'Reviewing', label: '审核中', tone: 'info' },
    { status: 'PROCESSING', key: 'Processing', label: '退款处理中', tone: 'warn' },
    { status: 'SETTLED', key: 'Settled', label: '已退款', tone: 'success' },
    { status: 'ABNORMAL', key: 'Abnormal', label: '退款失败待人工', tone: 'error' },
    { status: 'CLOSED', key: 'ClosedByProvider', label: '退款失败待人工', tone: 'error' },
    { status: 'REJECTED', key: 'Rejected', label: '已驳回', tone: 'neutral' },
  ],
  initial: ['CREATED'],
  terminal: ['SETTLED', 'REJECTED'],
  rows: [
    ['CREATED', 'REVIEWING', 'ReviewStarted'],
    ['CREATED', 'PROCESSING', 'ProviderAccepted'],
    ['CREATED', 'SETTLED', 'Settled'],
    ['CREATED', 'ABNORMAL', 'PayeeUnreachable'],
    ['CREATED', 'CLOSED', 'ProviderClosed'],
    ['REVIEWING', 'CREATED', 'Approved'],
    ['REVIEWING', 'REJECTED', 'Rejected'],
    ['PROCESSING', 'PROCESSING', 'ProviderAccepted'],
    ['PROCESSING', 'SETTLED', 'Settled'],
    ['PROCESSING', 'ABNORMAL', 'PayeeUnreachable'],
    ['PROCESSING', 'CLOSED', 'ProviderClosed'],
    ['PROCESSING', 'CREATED', 'ProviderLostIt'],
    ['ABNORMAL', 'ABNORMAL', 'PayeeUnreachable'],
    ['ABNORMAL', 'PROCESSING', 'ProviderAccepted'],
    ['ABNORMAL', 'SETTLED', 'Settled'],
    ['ABNORMAL', 'CLOSED', 'ProviderClosed'],
    ['CLOSED', 'CREATED', 'SentAgain'],
    ['CLOSED', 'SETTLED', 'Settled'],
    ['CREATED', 'SETTLED', 'PaidByHand'],
    ['ABNORMAL', 'SETTLED', 'PaidByHand'],
    ['CLOSED', 'SETTLED', 'PaidByHand'],
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextRefundStatus(from: RefundStatus, event: RefundEvent): RefundStatus | null {
  return nextStatus(REFUND_STATUS_TABLE, from, event);
}

/** How a status is shown. A value that is none is shown as it is, in neutral grey. */
export function shownRefundStatus(status: string): Pick<StatusEntry<RefundStatus>, 'label' | 'tone'> {
  return statusEntryOf(REFUND_STATUS_TABLE, status) ?? { label: status, tone: 'neutral' };
}
