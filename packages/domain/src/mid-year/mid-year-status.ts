import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where an application to join after the main window stands. */
export type MidYearStatus = 'submitted' | 'more-papers' | 'approved' | 'refused' | 'withdrawn' | 'lapsed';

export type MidYearEvent = 'Approved' | 'PapersAsked' | 'PapersAdded' | 'Refused' | 'Withdrawn' | 'TimePassed';

export const MID_YEAR_STATUS_TABLE: StatusTable<MidYearStatus, MidYearEvent> = {
  title: 'Application to join mid-year',
  entries: [
    { status: 'submitted', key: 'Submitted', label: '审核中', tone: 'info' },
    { status: 'more-papers', key: 'PapersAsked', label: '要补材料', tone: 'warn' },
    { status: 'approved', key: 'Approved', label: '可以参保', tone: 'success' },
    { status: 'refused', key: 'Refused', label: '不符合条件', tone: 'error' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤销', tone: 'neutral' },
    { status: 'lapsed', key: 'Lapsed', label: '已过期', tone: 'neutral' },
  ],
  initial: ['submitted'],
  terminal: ['refused', 'withdrawn', 'lapsed'],
  rows: [
    ['submitted', 'approved', 'Approved'],
    ['submitted', 'refused', 'Refused'],
    ['submitted', 'more-papers', 'PapersAsked'],
    ['more-papers', 'submitted', 'PapersAdded'],
    ['submitted', 'withdrawn', 'Withdrawn'],
    ['more-papers', 'withdrawn', 'Withdrawn'],
    ['approved', 'lapsed', 'TimePassed'],
    ['more-papers', 'lapsed', 'TimePassed'],
  ],
};

export function midYearStatusLabel(status: MidYearStatus): string {
  return statusEntryOf(MID_YEAR_STATUS_TABLE, status)?.label ?? status;
}
