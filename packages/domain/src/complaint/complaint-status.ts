import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where a resident's complaint stands. */
export type ComplaintStatus =
  | 'submitted'
  | 'accepted'
  | 'extended'
  | 'declined'
  | 'answered'
  | 'closed'
  | 'reopened'
  | 'withdrawn';
export type ComplaintEvent =
  | 'Accepted'
  | 'Extended'
  | 'Declined'
  | 'Answered'
  | 'SentBack'
  | 'Closed'
  | 'Reopened'
  | 'Withdrawn';

/** So soon a resident is told what became of it, from the day it came and from the day it was opened again. */
export const COMPLAINT_WORKING_DAYS = 15;

/**
 * So many days after the answer compliance should have looked at it: nothing closes by itself, and its recording is held until then.
 * No rule names one; it is the time that the resident had to be answered in, about.
 */
export const UNCLOSED_DAYS = 20;

/** By so many working days a deadline is put off, once for each complaint. */
export const EXTENSION_WORKING_DAYS = [5, 10, 15] as const;

export const COMPLAINT_STATUS_TABLE: StatusTable<ComplaintStatus, ComplaintEvent> = {
  title: "Resident's complaint",
  entries: [
    { status: 'submitted', key: 'Submitted', label: '待受理', tone: 'warn' },
    { status: 'accepted', key: 'Accepted', label: '办理中', tone: 'info' },
    { status: 'extended', key: 'Extended', label: '延期办理', tone: 'info' },
    { status: 'declined', key: 'Declined', label: '不予受理', tone: 'neutral' },
    { status: 'answered', key: 'Answered', label: '已答复', tone: 'success' },
    { status: 'closed', key: 'Closed', label: '已办结', tone: 'neutral' },
    { status: 'reopened', key: 'Reopened', label: '重新办理', tone: 'warn' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤回', tone: 'neutral' },
  ],
  initial: ['submitted'],
  terminal: ['withdrawn'],
  rows: [
    ['submitted', 'accepted', 'Accepted'],
    ['submitted', 'declined', 'Declined'],
    ['submitted', 'withdrawn', 'Withdrawn'],
    ['accepted', 'answered', 'Answered'],
    ['accepted', 'extended', 'Extended'],
    ['accepted', 'withdrawn', 'Withdrawn'],
    // Compliance puts its deadline off, before it is over.
    ['extended', 'answered', 'Answered'],
    ['extended', 'withdrawn', 'Withdrawn'],
    ['reopened', 'answered', 'Answered'],
    ['reopened', 'extended', 'Extended'],
    ['reopened', 'withdrawn', 'Withdrawn'],
    // Compliance finds the answer wanting: the desk answers again.
    ['answered', 'accepted', 'SentBack'],
    ['answered', 'closed', 'Closed'],
    ['answered', 'reopened', 'Reopened'],
    ['closed', 'reopened', 'Reopened'],
    ['declined', 'reopened', 'Reopened'],
  ],
};

/** The desk has something to do, and its clock runs. */
export const OPEN_COMPLAINT: readonly ComplaintStatus[] = ['submitted', 'accepted', 'extended', 'reopened'];
export const isOpenComplaint = (status: ComplaintStatus): boolean => OPEN_COMPLAINT.includes(status);

export function complaintStatusLabel(status: ComplaintStatus): string {
  return statusEntryOf(COMPLAINT_STATUS_TABLE, status)?.label ?? status;
}
