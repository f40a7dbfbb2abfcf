import type { StatusTable } from '../status/index.ts';

/** Where a draft stands on its way to residents: of an edition, of a page, of a document. */
export type ReviewStatus = 'editing' | 'first' | 'second' | 'approved' | 'scheduled' | 'published' | 'discarded';

export type ReviewEvent =
  | 'Submitted'
  | 'FirstAgreed'
  | 'SecondAgreed'
  | 'Returned'
  | 'Changed'
  | 'Scheduled'
  | 'Unscheduled'
  | 'Published'
  | 'Discarded';

export const REVIEW_STATUS_TABLE: StatusTable<ReviewStatus, ReviewEvent> = {
  title: 'Draft that two people approve',
  entries: [
    { status: 'editing', key: 'Editing', label: '草稿', tone: 'info' },
    { status: 'first', key: 'First', label: '一审中', tone: 'warn' },
    { status: 'second', key: 'Second', label: '二审中', tone: 'warn' },
    { status: 'approved', key: 'Approved', label: '待定时', tone: 'success' },
    { status: 'scheduled', key: 'Scheduled', label: '等发布', tone: 'success' },
    { status: 'published', key: 'Published', label: '已发布', tone: 'success' },
    { status: 'discarded', key: 'Discarded', label: '已丢弃', tone: 'neutral' },
  ],
  initial: ['editing'],
  terminal: ['published', 'discarded'],
  rows: [
    ['editing', 'first', 'Submitted'],
    ['first', 'second', 'FirstAgreed'],
    ['second', 'approved', 'SecondAgreed'],
    ['approved', 'scheduled', 'Scheduled'],
    ['scheduled', 'scheduled', 'Scheduled'],
    ['scheduled', 'approved', 'Unscheduled'],
    ['scheduled', 'published', 'Published'],
    ['first', 'editing', 'Returned'],
    ['second', 'editing', 'Returned'],
    ['approved', 'editing', 'Returned'],
    ['scheduled', 'editing', 'Returned'],
    ['editing', 'editing', 'Changed'],
    ['first', 'editing', 'Changed'],
    ['second', 'editing', 'Changed'],
    ['approved', 'editing', 'Changed'],
    ['scheduled', 'editing', 'Changed'],
    ['editing', 'discarded', 'Discarded'],
    ['first', 'discarded', 'Discarded'],
    ['second', 'discarded', 'Discarded'],
    ['approved', 'discarded', 'Discarded'],
    ['scheduled', 'discarded', 'Discarded'],
  ],
};
