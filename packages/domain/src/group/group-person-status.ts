import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where one person of a company's list stands. */
export type GroupPersonStatus =
  | 'waiting'
  | 'confirmed'
  | 'declined'
  | 'billed'
  | 'insured'
  | 'dropped'
  | 'leaving'
  | 'removed';

export type GroupPersonEvent =
  | 'Confirmed'
  | 'Declined'
  | 'AskedAgain'
  | 'Billed'
  | 'BillWithdrawn'
  | 'Insured'
  | 'Dropped'
  | 'Removed'
  | 'Returned';

export const GROUP_PERSON_STATUS_TABLE: StatusTable<GroupPersonStatus, GroupPersonEvent> = {
  title: 'Person of a group',
  entries: [
    { status: 'waiting', key: 'Waiting', label: '等本人确认', tone: 'info' },
    { status: 'confirmed', key: 'Confirmed', label: '本人已确认', tone: 'success' },
    { status: 'declined', key: 'Declined', label: '本人不参加', tone: 'neutral' },
    { status: 'billed', key: 'Billed', label: '已出账单', tone: 'info' },
    { status: 'insured', key: 'Insured', label: '已参保', tone: 'success' },
    { status: 'dropped', key: 'Dropped', label: '移出，款项退回', tone: 'warn' },
    { status: 'leaving', key: 'Leaving', label: '正在减员', tone: 'info' },
    { status: 'removed', key: 'Removed', label: '已减员', tone: 'neutral' },
  ],
  initial: ['waiting'],
  terminal: ['dropped', 'removed'],
  rows: [
    ['waiting', 'confirmed', 'Confirmed'],
    ['declined', 'confirmed', 'Confirmed'],
    ['waiting', 'declined', 'Declined'],
    ['confirmed', 'declined', 'Declined'],
    // Their data was corrected in the list, or a document has a newer version.
    ['confirmed', 'waiting', 'AskedAgain'],
    ['declined', 'waiting', 'AskedAgain'],
    ['confirmed', 'billed', 'Billed'],
    ['billed', 'confirmed', 'BillWithdrawn'],
    ['billed', 'insured', 'Insured'],
    // Covered elsewhere meanwhile, or no cover could be given.
    ['billed', 'dropped', 'Dropped'],
    ['insured', 'leaving', 'Removed'],
    ['leaving', 'removed', 'Returned'],
  ],
};

export function groupPersonLabel(status: GroupPersonStatus): string {
  return statusEntryOf(GROUP_PERSON_STATUS_TABLE, status)?.label ?? status;
}
