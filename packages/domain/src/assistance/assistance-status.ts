import type { StatusTable } from '../status/index.ts';

/** How far one resident's help at an outlet has come. */
export type AssistanceStatus = 'waiting' | 'joined' | 'prepared' | 'ordered' | 'ended' | 'expired';

export type AssistanceEvent = 'ResidentJoined' | 'Prepared' | 'OrderSaved' | 'Ended' | 'TimePassed';

/** Staff fill in, the resident confirms: only a resident's own order moves it to `ordered`. */
export const ASSISTANCE_STATUS_TABLE: StatusTable<AssistanceStatus, AssistanceEvent> = {
  title: 'Help at an outlet',
  entries: [
    { status: 'waiting', key: 'Waiting', label: '等居民扫码', tone: 'info' },
    { status: 'joined', key: 'Joined', label: '居民已扫码', tone: 'info' },
    { status: 'prepared', key: 'Prepared', label: '信息已送到', tone: 'info' },
    { status: 'ordered', key: 'Ordered', label: '居民已确认', tone: 'success' },
    { status: 'ended', key: 'Ended', label: '已结束', tone: 'neutral' },
    { status: 'expired', key: 'Expired', label: '已过期', tone: 'neutral' },
  ],
  initial: ['waiting'],
  terminal: ['ordered', 'ended', 'expired'],
  rows: [
    ['waiting', 'joined', 'ResidentJoined'],
    ['joined', 'prepared', 'Prepared'],
    // Sent again after a correction.
    ['prepared', 'prepared', 'Prepared'],
    ['prepared', 'ordered', 'OrderSaved'],
    ...(['waiting', 'joined', 'prepared'] as const).flatMap(
      (from) =>
        [
          [from, 'ended', 'Ended'],
          [from, 'expired', 'TimePassed'],
        ] as const,
    ),
  ],
};
