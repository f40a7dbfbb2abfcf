import type { StatusTable } from '../status/index.ts';

/** Where something stands that two people are needed for. */
export type ApprovalStatus = 'waiting' | 'approved' | 'refused' | 'withdrawn' | 'expired';

type ApprovalEvent = 'Agreed' | 'Refused' | 'Withdrawn' | 'TimePassed';

export const APPROVAL_STATUS_TABLE: StatusTable<ApprovalStatus, ApprovalEvent> = {
  title: 'Request that needs a second person',
  entries: [
    { status: 'waiting', key: 'Waiting', label: '待同意', tone: 'warn' },
    { status: 'approved', key: 'Approved', label: '已同意，已办', tone: 'success' },
    { status: 'refused', key: 'Refused', label: '没有同意', tone: 'error' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤回', tone: 'neutral' },
    { status: 'expired', key: 'Expired', label: '已过期', tone: 'neutral' },
  ],
  initial: ['waiting'],
  terminal: ['approved', 'refused', 'withdrawn', 'expired'],
  rows: [
    ['waiting', 'approved', 'Agreed'],
    ['waiting', 'refused', 'Refused'],
    ['waiting', 'withdrawn', 'Withdrawn'],
    ['waiting', 'expired', 'TimePassed'],
  ],
};
