import { nextStatus, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where a request stands by which a person of the service registers another phone for an account. */
export type PhoneRequestStatus = 'WAITING' | 'COOLING' | 'DONE' | 'REJECTED' | 'WITHDRAWN' | 'FAILED';

export type PhoneRequestEvent = 'Approved' | 'Rejected' | 'Withdrawn' | 'TookEffect' | 'PhoneTaken';

/**
 * The life of a request. After the approval the old phone, which was told, has the cooling time to object; nothing
 * moves a request that has ended.
 */
export const PHONE_REQUEST_TABLE: StatusTable<PhoneRequestStatus, PhoneRequestEvent> = {
  title: 'Request for another phone',
  entries: [
    { status: 'WAITING', key: 'Waiting', label: '等待人工核对', tone: 'info' },
    { status: 'COOLING', key: 'Cooling', label: '已核对，等待生效', tone: 'warn' },
    { status: 'DONE', key: 'Done', label: '已生效', tone: 'success' },
    { status: 'REJECTED', key: 'Rejected', label: '没有通过', tone: 'error' },
    { status: 'WITHDRAWN', key: 'Withdrawn', label: '已撤回', tone: 'neutral' },
    { status: 'FAILED', key: 'Failed', label: '没有生效，新手机号已被别人使用', tone: 'error' },
  ],
  initial: ['WAITING'],
  terminal: ['DONE', 'REJECTED', 'WITHDRAWN', 'FAILED'],
  rows: [
    ['WAITING', 'COOLING', 'Approved'],
    ['WAITING', 'REJECTED', 'Rejected'],
    ['WAITING', 'WITHDRAWN', 'Withdrawn'],
    ['COOLING', 'DONE', 'TookEffect'],
    ['COOLING', 'FAILED', 'PhoneTaken'],
    ['COOLING', 'WITHDRAWN', 'Withdrawn'],
  ],
};

/** How long the holder of the old phone can object after the approval. */
export const PHONE_COOLING_MS = 48 * 3_600_000;

/** The statuses from which a request can still be taken back; one such request per account. */
export const OPEN_PHONE_REQUEST: readonly PhoneRequestStatus[] = ['WAITING', 'COOLING'];

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextPhoneRequestStatus(from: PhoneRequestStatus, event: PhoneRequestEvent): PhoneRequestStatus | null {
  return nextStatus(PHONE_REQUEST_TABLE, from, event);
}

/** The label of a status. */
export function phoneRequestLabel(status: PhoneRequestStatus): string {
  return statusEntryOf(PHONE_REQUEST_TABLE, status)?.label ?? status;
}
