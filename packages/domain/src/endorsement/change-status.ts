import { nextStatus, type StatusEntry, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where one request for a change of payer's or insured's data stands. */
export type ChangeStatus = 'DRAFT' | 'REVIEWING' | 'PAPERS_WANTED' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

export type ChangeEvent =
  | 'HandedIn'
  | 'DoneAtOnce'
  | 'PapersAsked'
  | 'PapersGiven'
  | 'Approved'
  | 'Rejected'
  | 'Withdrawn';

/** The life of a change. What the rules decide alone is done at once; everything else waits for a person. */
export const CHANGE_STATUS_TABLE: StatusTable<ChangeStatus, ChangeEvent> = {
  title: 'Change of data',
  entries: [
    { status: 'DRAFT', key: 'Draft', label: '待提交', tone: 'neutral' },
    { status: 'REVIEWING', key: 'Reviewing', label: '待审核', tone: 'info' },
    { status: 'PAPERS_WANTED', key: 'PapersWanted', label: '补充材料', tone: 'warn' },
    { status: 'APPROVED', key: 'Approved', label: '已通过', tone: 'success' },
    { status: 'REJECTED', key: 'Rejected', label: '已驳回', tone: 'error' },
    { status: 'WITHDRAWN', key: 'Withdrawn', label: '已撤销', tone: 'neutral' },
  ],
  initial: ['DRAFT'],
  terminal: ['APPROVED', 'REJECTED', 'WITHDRAWN'],
  rows: [
    ['DRAFT', 'REVIEWING', 'HandedIn'],
    ['DRAFT', 'APPROVED', 'DoneAtOnce'],
    ['DRAFT', 'WITHDRAWN', 'Withdrawn'],
    ['REVIEWING', 'PAPERS_WANTED', 'PapersAsked'],
    ['REVIEWING', 'APPROVED', 'Approved'],
    ['REVIEWING', 'REJECTED', 'Rejected'],
    ['REVIEWING', 'WITHDRAWN', 'Withdrawn'],
    ['PAPERS_WANTED', 'REVIEWING', 'PapersGiven'],
    ['PAPERS_WANTED', 'REJECTED', 'Rejected'],
    ['PAPERS_WANTED', 'WITHDRAWN', 'Withdrawn'],
  ],
};

/** Waits for a person: the policyholder may take it back, and no second one of the same person is taken. */
export const OPEN_CHANGE: readonly ChangeStatus[] = ['REVIEWING', 'PAPERS_WANTED'];

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextChangeStatus(from: ChangeStatus, event: ChangeEvent): ChangeStatus | null {
  return nextStatus(CHANGE_STATUS_TABLE, from, event);
}

/** How a status is shown. A value that is none is shown as it is, in neutral grey. */
export function shownChangeStatus(status: string): Pick<StatusEntry<ChangeStatus>, 'label' | 'tone'> {
  return statusEntryOf(CHANGE_STATUS_TABLE, status) ?? { label: status, tone: 'neutral' };
}
