import type { StatusTable } from '../status/index.ts';

/** Where a resident's request about their own data stands. */
export type RightsStatus = 'waiting' | 'done' | 'refused' | 'withdrawn' | 'lifted';

/** What residents can ask for about what is held of them. */
export const RIGHT_LABELS = {
  correct: '改正信息',
  restrict: '停止使用',
  erase: '删除信息',
  consent: '撤回同意',
} as const;
export type Right = keyof typeof RIGHT_LABELS;

type RightsEvent = 'Done' | 'Refused' | 'Withdrawn' | 'Lifted';

/** So soon it is answered. */
export const RIGHTS_WORKING_DAYS = 15;

export const RIGHTS_STATUS_TABLE: StatusTable<RightsStatus, RightsEvent> = {
  title: "Resident's request about own data",
  entries: [
    { status: 'waiting', key: 'Waiting', label: '办理中', tone: 'warn' },
    { status: 'done', key: 'Done', label: '已办', tone: 'success' },
    { status: 'refused', key: 'Refused', label: '没有办', tone: 'error' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤回', tone: 'neutral' },
    { status: 'lifted', key: 'Lifted', label: '已恢复使用', tone: 'neutral' },
  ],
  // A consent that the system itself can end is taken back at once.
  initial: ['waiting', 'done'],
  terminal: ['refused', 'withdrawn', 'lifted'],
  rows: [
    ['waiting', 'done', 'Done'],
    ['waiting', 'refused', 'Refused'],
    ['waiting', 'withdrawn', 'Withdrawn'],
    // Of a restriction alone: whoever asked for it takes it back.
    ['done', 'lifted', 'Lifted'],
  ],
};
