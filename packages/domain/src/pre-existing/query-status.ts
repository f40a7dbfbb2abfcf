import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where a question about pre-existing conditions stands. */
export type PreExistingStatus = 'asking' | 'answered' | 'no-answer' | 'withdrawn' | 'expired';

export type PreExistingEvent = 'Answered' | 'GaveUp' | 'Corrected' | 'Withdrawn' | 'TimePassed';

export const PRE_EXISTING_STATUS_TABLE: StatusTable<PreExistingStatus, PreExistingEvent> = {
  title: 'Question about pre-existing conditions',
  entries: [
    { status: 'asking', key: 'Asking', label: '正在查', tone: 'info' },
    { status: 'answered', key: 'Answered', label: '有结果', tone: 'success' },
    { status: 'no-answer', key: 'NoAnswer', label: '没有查到结果', tone: 'warn' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤回同意', tone: 'neutral' },
    { status: 'expired', key: 'Expired', label: '已过期', tone: 'neutral' },
  ],
  initial: ['asking'],
  terminal: ['withdrawn', 'expired'],
  rows: [
    ['asking', 'answered', 'Answered'],
    ['asking', 'no-answer', 'GaveUp'],
    ['answered', 'answered', 'Corrected'],
    ['asking', 'withdrawn', 'Withdrawn'],
    ['answered', 'withdrawn', 'Withdrawn'],
    ['no-answer', 'withdrawn', 'Withdrawn'],
    ['answered', 'expired', 'TimePassed'],
    ['no-answer', 'expired', 'TimePassed'],
  ],
};

export function preExistingStatusLabel(status: PreExistingStatus): string {
  return statusEntryOf(PRE_EXISTING_STATUS_TABLE, status)?.label ?? status;
}
