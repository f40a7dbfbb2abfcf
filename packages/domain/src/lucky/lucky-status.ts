import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where one person's chance stands. */
export type LuckyStatus = 'ready' | 'lost' | 'won' | 'claimed' | 'expired';

export type LuckyEvent = 'Lost' | 'Won' | 'Claimed' | 'TimePassed';

export const LUCKY_STATUS_TABLE: StatusTable<LuckyStatus, LuckyEvent> = {
  title: 'Chance in a draw',
  entries: [
    { status: 'ready', key: 'Ready', label: '未抽', tone: 'info' },
    { status: 'lost', key: 'Lost', label: '已抽未中', tone: 'neutral' },
    { status: 'won', key: 'Won', label: '已中奖待领', tone: 'success' },
    { status: 'claimed', key: 'Claimed', label: '已领', tone: 'success' },
    { status: 'expired', key: 'Expired', label: '过期', tone: 'neutral' },
  ],
  initial: ['ready'],
  terminal: ['lost', 'claimed', 'expired'],
  rows: [
    ['ready', 'lost', 'Lost'],
    ['ready', 'won', 'Won'],
    ['won', 'claimed', 'Claimed'],
    ['ready', 'expired', 'TimePassed'],
    ['won', 'expired', 'TimePassed'],
  ],
};

export function luckyStatusLabel(status: LuckyStatus): string {
  return statusEntryOf(LUCKY_STATUS_TABLE, status)?.label ?? status;
}
