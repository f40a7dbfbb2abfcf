import { nextStatus, type StatusTable } from '../status/index.ts';

/** Where a face check on a provider's page stands. */
export type FaceCheckStatus = 'STARTING' | 'WAITING' | 'PASSED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'ABORTED';

export type FaceCheckEvent = 'Begun' | 'NotBegun' | 'Passed' | 'Failed' | 'GivenUp' | 'RanOut';

/** A check is over after this long, whatever the provider would still take. */
export const FACE_CHECK_LIFE_MS = 15 * 60_000;
/** Tries of one person on one Beijing day. */
export const FACE_TRIES_A_DAY = 3;

/** Statuses that count as a try; what never began, was given up or ran out without a result does not. */
export const FACE_TRY: readonly FaceCheckStatus[] = ['STARTING', 'WAITING', 'PASSED', 'FAILED'];

/**
 * The life of a face check. Only the provider's own answer ends it as passed or failed, and a pass that is asked for too
 * late is none. STARTING is the intent, written before the provider is called.
 */
export const FACE_CHECK_STATUS_TABLE: StatusTable<FaceCheckStatus, FaceCheckEvent> = {
  title: 'Face check',
  entries: [
    { status: 'STARTING', key: 'Starting', label: '准备中', tone: 'info' },
    { status: 'WAITING', key: 'Waiting', label: '等待刷脸', tone: 'info' },
    { status: 'PASSED', key: 'Passed', label: '已通过', tone: 'success' },
    { status: 'FAILED', key: 'Failed', label: '没有通过', tone: 'error' },
    { status: 'CANCELLED', key: 'Cancelled', label: '已放弃', tone: 'neutral' },
    { status: 'EXPIRED', key: 'Expired', label: '已过期', tone: 'neutral' },
    { status: 'ABORTED', key: 'Aborted', label: '没有开始', tone: 'neutral' },
  ],
  initial: ['STARTING'],
  terminal: ['PASSED', 'FAILED', 'CANCELLED', 'EXPIRED', 'ABORTED'],
  rows: [
    ['STARTING', 'WAITING', 'Begun'],
    ['STARTING', 'ABORTED', 'NotBegun'],
    ['STARTING', 'EXPIRED', 'RanOut'],
    ['WAITING', 'PASSED', 'Passed'],
    ['WAITING', 'FAILED', 'Failed'],
    ['WAITING', 'CANCELLED', 'GivenUp'],
    ['WAITING', 'EXPIRED', 'RanOut'],
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextFaceCheckStatus(from: FaceCheckStatus, event: FaceCheckEvent): FaceCheckStatus | null {
  return nextStatus(FACE_CHECK_STATUS_TABLE, from, event);
}
