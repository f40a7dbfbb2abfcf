import { beijingMs, endOfDayMs } from '../date/index.ts';
import { nextStatus, type StatusEntry, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Codes of PRODUCT B3. */
export type PolicyStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export type PolicyEvent =
  | 'CoverageStarted'
  | 'CoverageEnded'
  | 'RefundRequested'
  | 'RefundRejectedBeforeStart'
  | 'RefundRejectedAfterStart'
  | 'PolicyCancelled'
  | 'ChangeRequested'
  | 'ChangeFinishedBeforeStart'
  | 'ChangeFinishedAfterStart'
  | 'IssuedAfterRetry'
  | 'PolicyTerminated';

/** Statuses by name. */
export const POLICY_STATUS = {
  notYetInForce: 0,
  inForce: 1,
  ended: 2,
  cancelling: 3,
  cancelled: 4,
  changing: 5,
  issuingFailed: 6,
  terminated: 7,
} as const satisfies Record<string, PolicyStatus>;

/** The life of one person's policy. */
export const POLICY_STATUS_TABLE: StatusTable<PolicyStatus, PolicyEvent> = {
  title: 'Policy',
  entries: [
    { status: 0, key: 'NotYetInForce', label: '待生效', tone: 'success' },
    { status: 1, key: 'InForce', label: '保障中', tone: 'info' },
    { status: 2, key: 'Ended', label: '已到期', tone: 'neutral' },
    { status: 3, key: 'Cancelling', label: '退保处理中', tone: 'warn' },
    { status: 4, key: 'Cancelled', label: '已退保', tone: 'neutral' },
    { status: 5, key: 'Changing', label: '批改处理中', tone: 'warn' },
    { status: 6, key: 'IssuingFailed', label: '承保失败', tone: 'error' },
    { status: 7, key: 'Terminated', label: '已终止', tone: 'neutral' },
  ],
  initial: [0, 1, 6],
  terminal: [2, 4, 7],
  rows: [
    [0, 1, 'CoverageStarted'],
    [0, 3, 'RefundRequested'],
    [0, 5, 'ChangeRequested'],
    [0, 7, 'PolicyTerminated'],
    [1, 2, 'CoverageEnded'],
    [1, 3, 'RefundRequested'],
    [1, 5, 'ChangeRequested'],
    [1, 7, 'PolicyTerminated'],
    [3, 4, 'PolicyCancelled'],
    [3, 0, 'RefundRejectedBeforeStart'],
    [3, 1, 'RefundRejectedAfterStart'],
    [5, 0, 'ChangeFinishedBeforeStart'],
    [5, 1, 'ChangeFinishedAfterStart'],
    [6, 0, 'IssuedAfterRetry'],
    [6, 7, 'PolicyTerminated'],
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextPolicyStatus(from: PolicyStatus, event: PolicyEvent): PolicyStatus | null {
  return nextStatus(POLICY_STATUS_TABLE, from, event);
}

export interface Coverage {
  /** First day of cover, `YYYY-MM-DD`, from 00:00 Beijing time. */
  validDate: string;
  /** Last day of cover, `YYYY-MM-DD`, until 24:00 Beijing time. */
  invalidDate: string;
}

/**
 * The status to show now. 待生效, 保障中 and 已到期 follow the calendar whatever of the three is stored, so no job has to
 * run at midnight; every other status stays as stored.
 */
export function policyStatusAt(stored: PolicyStatus, coverage: Coverage, nowMs: number): PolicyStatus {
  if (stored > POLICY_STATUS.ended) return stored;
  if (nowMs < beijingMs(coverage.validDate)) return POLICY_STATUS.notYetInForce;
  return nowMs < endOfDayMs(coverage.invalidDate) ? POLICY_STATUS.inForce : POLICY_STATUS.ended;
}

/** How a status is shown. A value that is none is shown as it is, in neutral grey. */
export function shownPolicyStatus(status: number | string): Pick<StatusEntry<PolicyStatus>, 'label' | 'tone'> {
  return statusEntryOf(POLICY_STATUS_TABLE, Number(status)) ?? { label: String(status), tone: 'neutral' };
}
