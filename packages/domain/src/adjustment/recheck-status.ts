import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where the wish to have a claim worked out again stands. */
export type RecheckStatus = 'asked' | 'upheld' | 'corrected' | 'withdrawn';
export type RecheckEvent = 'Upheld' | 'Corrected' | 'Withdrawn';

export const RECHECK_STATUS_TABLE: StatusTable<RecheckStatus, RecheckEvent> = {
  title: 'Recheck of a claim',
  entries: [
    { status: 'asked', key: 'Asked', label: '复核中', tone: 'info' },
    { status: 'upheld', key: 'Upheld', label: '复核无误', tone: 'neutral' },
    { status: 'corrected', key: 'Corrected', label: '需要更正', tone: 'success' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤回', tone: 'neutral' },
  ],
  initial: ['asked'],
  terminal: ['upheld', 'corrected', 'withdrawn'],
  rows: [
    ['asked', 'upheld', 'Upheld'],
    ['asked', 'corrected', 'Corrected'],
    ['asked', 'withdrawn', 'Withdrawn'],
  ],
};

/** An answer comes within so many working days. */
export const RECHECK_WORKING_DAYS = 5;

export function recheckStatusLabel(status: RecheckStatus): string {
  return statusEntryOf(RECHECK_STATUS_TABLE, status)?.label ?? status;
}
