import { nextStatus, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where a company's group stands. */
export type GroupStatus =
  | 'submitted'
  | 'contacted'
  | 'collecting'
  | 'awaiting-payment'
  | 'paid'
  | 'issuing'
  | 'completed'
  | 'closed';

export type GroupEvent =
  | 'Contacted'
  | 'RosterOpened'
  | 'Billed'
  | 'BillWithdrawn'
  | 'Paid'
  | 'IssuingStarted'
  | 'Issued'
  | 'Closed';

export const GROUP_STATUS_TABLE: StatusTable<GroupStatus, GroupEvent> = {
  title: 'Group of a company',
  entries: [
    { status: 'submitted', key: 'Submitted', label: '已提交', tone: 'warn' },
    { status: 'contacted', key: 'Contacted', label: '已联系', tone: 'warn' },
    { status: 'collecting', key: 'Collecting', label: '名单收集中', tone: 'warn' },
    { status: 'awaiting-payment', key: 'AwaitingPayment', label: '待付款', tone: 'info' },
    { status: 'paid', key: 'Paid', label: '已付款', tone: 'success' },
    { status: 'issuing', key: 'Issuing', label: '承保中', tone: 'info' },
    { status: 'completed', key: 'Completed', label: '已完成', tone: 'success' },
    { status: 'closed', key: 'Closed', label: '已关闭', tone: 'neutral' },
  ],
  initial: ['submitted'],
  terminal: ['closed'],
  rows: [
    ['submitted', 'contacted', 'Contacted'],
    ['contacted', 'collecting', 'RosterOpened'],
    ['collecting', 'awaiting-payment', 'Billed'],
    ['awaiting-payment', 'collecting', 'BillWithdrawn'],
    ['awaiting-payment', 'paid', 'Paid'],
    ['paid', 'issuing', 'IssuingStarted'],
    ['issuing', 'completed', 'Issued'],
    // People join until the cover begins: another bill for them alone.
    ['completed', 'collecting', 'RosterOpened'],
    ['submitted', 'closed', 'Closed'],
    ['contacted', 'closed', 'Closed'],
    ['collecting', 'closed', 'Closed'],
    ['awaiting-payment', 'closed', 'Closed'],
  ],
};

/** The steps of a group in their order, as its progress shows them. */
export const GROUP_STEPS: readonly GroupStatus[] = [
  'submitted',
  'contacted',
  'collecting',
  'awaiting-payment',
  'paid',
  'issuing',
  'completed',
];

export function groupStatusLabel(status: GroupStatus): string {
  return statusEntryOf(GROUP_STATUS_TABLE, status)?.label ?? status;
}

/** The status after an event, or null when that event is not allowed in `from`. */
export function nextGroupStatus(from: GroupStatus, event: GroupEvent): GroupStatus | null {
  return nextStatus(GROUP_STATUS_TABLE, from, event);
}
