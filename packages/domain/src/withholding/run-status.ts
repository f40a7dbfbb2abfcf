import { nextStatus, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where one year's re-application by a contract stands. */
export type RunStatus =
  | 'ASKING'
  | 'PLANNED'
  | 'BOOKED'
  | 'CHARGING'
  | 'RETRYING'
  | 'CHARGED'
  | 'FAILED'
  | 'SKIPPED'
  | 'UNANSWERED'
  | 'LEFT_OUT'
  | 'STOPPED';

export type RunEvent =
  | 'Confirmed'
  | 'NoAnswer'
  | 'Announced'
  | 'ChargeBegun'
  | 'ChargeSucceeded'
  | 'ChargeMissed'
  | 'ChargeGivenUp'
  | 'SkippedByUser'
  | 'NobodyLeft'
  | 'ContractEnded';

/** Statuses in which money may still be taken, or be asked about. */
export const OPEN_RUN: readonly RunStatus[] = ['ASKING', 'PLANNED', 'BOOKED', 'CHARGING', 'RETRYING'];

const WAITING = ['ASKING', 'PLANNED', 'BOOKED', 'RETRYING'] as const;

/**
 * One year of a withholding contract: from the day the new edition can be bought to the money or to the reason why none
 * was taken. Once a charge has begun only its result ends it. What ended stays so; the next edition gets a run of its own.
 */
export const RUN_STATUS_TABLE: StatusTable<RunStatus, RunEvent> = {
  title: 'Yearly re-application by contract',
  entries: [
    { status: 'ASKING', key: 'Asking', label: '等您确认', tone: 'warn' },
    { status: 'PLANNED', key: 'Planned', label: '待扣费', tone: 'info' },
    { status: 'BOOKED', key: 'Booked', label: '已预约扣费', tone: 'info' },
    { status: 'CHARGING', key: 'Charging', label: '正在扣费', tone: 'info' },
    { status: 'RETRYING', key: 'Retrying', label: '没有扣成，会再试', tone: 'warn' },
    { status: 'CHARGED', key: 'Charged', label: '扣费成功', tone: 'success' },
    { status: 'FAILED', key: 'Failed', label: '没有扣成', tone: 'error' },
    { status: 'SKIPPED', key: 'Skipped', label: '这一年不扣', tone: 'neutral' },
    { status: 'UNANSWERED', key: 'Unanswered', label: '没有确认，不扣', tone: 'neutral' },
    { status: 'LEFT_OUT', key: 'LeftOut', label: '不用扣费', tone: 'neutral' },
    { status: 'STOPPED', key: 'Stopped', label: '已关闭，不扣', tone: 'neutral' },
  ],
  initial: ['ASKING', 'PLANNED', 'LEFT_OUT'],
  terminal: ['CHARGED', 'FAILED', 'SKIPPED', 'UNANSWERED', 'LEFT_OUT', 'STOPPED'],
  rows: [
    ['ASKING', 'PLANNED', 'Confirmed'],
    ['ASKING', 'UNANSWERED', 'NoAnswer'],
    ['PLANNED', 'BOOKED', 'Announced'],
    ['RETRYING', 'BOOKED', 'Announced'],
    ['BOOKED', 'CHARGING', 'ChargeBegun'],
    ['CHARGING', 'CHARGED', 'ChargeSucceeded'],
    ['CHARGING', 'RETRYING', 'ChargeMissed'],
    ['CHARGING', 'FAILED', 'ChargeGivenUp'],
    ['PLANNED', 'FAILED', 'ChargeGivenUp'],
    ['BOOKED', 'FAILED', 'ChargeGivenUp'],
    ['RETRYING', 'FAILED', 'ChargeGivenUp'],
    ['CHARGING', 'LEFT_OUT', 'NobodyLeft'],
    ['CHARGING', 'STOPPED', 'ContractEnded'],
    ...WAITING.map((from) => [from, 'SKIPPED', 'SkippedByUser'] as const),
    ...WAITING.map((from) => [from, 'LEFT_OUT', 'NobodyLeft'] as const),
    ...WAITING.map((from) => [from, 'STOPPED', 'ContractEnded'] as const),
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextRunStatus(from: RunStatus, event: RunEvent): RunStatus | null {
  return nextStatus(RUN_STATUS_TABLE, from, event);
}

/** The label of a status. */
export function runStatusLabel(status: RunStatus): string {
  return statusEntryOf(RUN_STATUS_TABLE, status)?.label ?? status;
}
