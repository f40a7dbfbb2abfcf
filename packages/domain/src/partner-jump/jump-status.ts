import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where a jump to the medical-insurance app stands. */
export type JumpStatus = 'agreed' | 'telling' | 'told' | 'opened' | 'refused' | 'lapsed';

export type JumpEvent = 'Asked' | 'Taken' | 'Refused' | 'AddressGiven' | 'TimePassed';

export const JUMP_STATUS_TABLE: StatusTable<JumpStatus, JumpEvent> = {
  title: 'Jump to the medical-insurance app',
  entries: [
    { status: 'agreed', key: 'Agreed', label: '已同意', tone: 'info' },
    { status: 'telling', key: 'Telling', label: '正在交给医保局', tone: 'info' },
    { status: 'told', key: 'Told', label: '手机号已交给医保局', tone: 'info' },
    { status: 'opened', key: 'Opened', label: '已前往', tone: 'success' },
    { status: 'refused', key: 'Refused', label: '医保局没有受理', tone: 'warn' },
    { status: 'lapsed', key: 'Lapsed', label: '已过期', tone: 'neutral' },
  ],
  initial: ['agreed'],
  terminal: ['opened', 'refused', 'lapsed'],
  rows: [
    ['agreed', 'telling', 'Asked'],
    // Nothing is known of the first time: the same again, by its number.
    ['telling', 'telling', 'Asked'],
    ['telling', 'told', 'Taken'],
    ['telling', 'refused', 'Refused'],
    ['told', 'opened', 'AddressGiven'],
    ['told', 'refused', 'Refused'],
    ['agreed', 'lapsed', 'TimePassed'],
    ['telling', 'lapsed', 'TimePassed'],
    ['told', 'lapsed', 'TimePassed'],
  ],
};

/** A consent is for one jump, now. */
export const JUMP_LIFE_MS = 10 * 60_000;

export function jumpStatusLabel(status: JumpStatus): string {
  return statusEntryOf(JUMP_STATUS_TABLE, status)?.label ?? status;
}
