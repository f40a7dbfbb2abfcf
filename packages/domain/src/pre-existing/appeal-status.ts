import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where an appeal against an answer stands. */
export type AppealStatus = 'submitted' | 'more-papers' | 'corrected' | 'confirmed' | 'withdrawn' | 'lapsed';

export type AppealEvent = 'PapersAsked' | 'PapersAdded' | 'Corrected' | 'Confirmed' | 'Withdrawn' | 'TimePassed';

export const APPEAL_STATUS_TABLE: StatusTable<AppealStatus, AppealEvent> = {
  title: 'Appeal against an answer about pre-existing conditions',
  entries: [
    { status: 'submitted', key: 'Submitted', label: '复核中', tone: 'info' },
    { status: 'more-papers', key: 'PapersAsked', label: '要补材料', tone: 'warn' },
    { status: 'corrected', key: 'Corrected', label: '已更正', tone: 'success' },
    { status: 'confirmed', key: 'Confirmed', label: '维持原结果', tone: 'neutral' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤销', tone: 'neutral' },
    { status: 'lapsed', key: 'Lapsed', label: '没有补材料，已结束', tone: 'neutral' },
  ],
  initial: ['submitted'],
  terminal: ['corrected', 'confirmed', 'withdrawn', 'lapsed'],
  rows: [
    ['submitted', 'corrected', 'Corrected'],
    ['submitted', 'confirmed', 'Confirmed'],
    ['submitted', 'more-papers', 'PapersAsked'],
    ['more-papers', 'submitted', 'PapersAdded'],
    ['submitted', 'withdrawn', 'Withdrawn'],
    ['more-papers', 'withdrawn', 'Withdrawn'],
    ['more-papers', 'lapsed', 'TimePassed'],
  ],
};

/** An appeal, or papers that came for it later, is decided within so many working days. */
export const APPEAL_WORKING_DAYS = 5;

export function appealStatusLabel(status: AppealStatus): string {
  return statusEntryOf(APPEAL_STATUS_TABLE, status)?.label ?? status;
}

/** Why somebody thinks an answer is wrong. Chosen, not written: no text of one's own that could name a disease is kept. */
export const APPEAL_REASONS = [
  { code: 'not-mine', label: '记录不是我的' },
  { code: 'outdated', label: '情况早就变了' },
  { code: 'wrong-class', label: '归错了类' },
  { code: 'not-counted', label: '按条款不该算既往症' },
] as const;

export type AppealReason = (typeof APPEAL_REASONS)[number]['code'];

export function appealReasonLabel(code: string): string {
  return APPEAL_REASONS.find((reason) => reason.code === code)?.label ?? code;
}
