import { nextStatus, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where the agreement stands by which next year's premium may be taken from the payer's account. */
export type ContractStatus =
  | 'UNSIGNED'
  | 'SIGNING'
  | 'SIGNED'
  | 'BOOKED'
  | 'CHARGED'
  | 'CHARGE_FAILED'
  | 'PAUSED'
  | 'ENDED_BY_USER'
  | 'ENDED_BY_MERCHANT'
  | 'ENDED_BY_TIME';

export type ContractEvent =
  | 'Signed'
  | 'NotSigned'
  | 'ChargeBooked'
  | 'ChargeSucceeded'
  | 'ChargeFailed'
  | 'BookingWithdrawn'
  | 'Paused'
  | 'Resumed'
  | 'EndedByUser'
  | 'EndedByMerchant'
  | 'EndedByTime';

/** Statuses in which the provider would still take money when asked to. */
export const STANDING_CONTRACT: readonly ContractStatus[] = ['SIGNED', 'BOOKED', 'CHARGED', 'CHARGE_FAILED', 'PAUSED'];

const ENDINGS = [
  ['ENDED_BY_USER', 'EndedByUser'],
  ['ENDED_BY_MERCHANT', 'EndedByMerchant'],
  ['ENDED_BY_TIME', 'EndedByTime'],
] as const;

/**
 * The life of a withholding contract. The provider's word counts: UNSIGNED is what it said last, and a signature it
 * reports later still wins. An ended contract never comes back, whatever notice arrives late; who wants it again signs
 * another one.
 */
export const CONTRACT_STATUS_TABLE: StatusTable<ContractStatus, ContractEvent> = {
  title: 'Withholding contract',
  entries: [
    { status: 'UNSIGNED', key: 'Unsigned', label: '未签约', tone: 'neutral' },
    { status: 'SIGNING', key: 'Signing', label: '签约中', tone: 'info' },
    { status: 'SIGNED', key: 'Signed', label: '已签约', tone: 'success' },
    { status: 'BOOKED', key: 'ChargeBooked', label: '已预约扣费', tone: 'info' },
    { status: 'CHARGED', key: 'Charged', label: '扣费成功', tone: 'success' },
    { status: 'CHARGE_FAILED', key: 'ChargeFailed', label: '扣费失败', tone: 'error' },
    { status: 'PAUSED', key: 'Paused', label: '暂停', tone: 'warn' },
    { status: 'ENDED_BY_USER', key: 'EndedByUser', label: '已解约（用户）', tone: 'neutral' },
    { status: 'ENDED_BY_MERCHANT', key: 'EndedByMerchant', label: '已解约（商户）', tone: 'neutral' },
    { status: 'ENDED_BY_TIME', key: 'EndedByTime', label: '已解约（到期）', tone: 'neutral' },
  ],
  initial: ['SIGNING'],
  terminal: ENDINGS.map(([status]) => status),
  rows: [
    ['SIGNING', 'SIGNED', 'Signed'],
    ['SIGNING', 'UNSIGNED', 'NotSigned'],
    ['UNSIGNED', 'SIGNED', 'Signed'],
    ['SIGNED', 'BOOKED', 'ChargeBooked'],
    ['SIGNED', 'PAUSED', 'Paused'],
    ['BOOKED', 'CHARGED', 'ChargeSucceeded'],
    ['BOOKED', 'CHARGE_FAILED', 'ChargeFailed'],
    ['BOOKED', 'SIGNED', 'BookingWithdrawn'],
    ['CHARGE_FAILED', 'BOOKED', 'ChargeBooked'],
    ['CHARGE_FAILED', 'PAUSED', 'Paused'],
    ['CHARGED', 'BOOKED', 'ChargeBooked'],
    ['CHARGED', 'PAUSED', 'Paused'],
    ['PAUSED', 'SIGNED', 'Resumed'],
    // Signed and ended before we heard of either.
    ...(['SIGNING', 'UNSIGNED', ...STANDING_CONTRACT] as const).flatMap((from) =>
      ENDINGS.map(([to, event]) => [from, to, event] as const),
    ),
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextContractStatus(from: ContractStatus, event: ContractEvent): ContractStatus | null {
  return nextStatus(CONTRACT_STATUS_TABLE, from, event);
}

/** The label of a status. */
export function contractStatusLabel(status: ContractStatus): string {
  return statusEntryOf(CONTRACT_STATUS_TABLE, status)?.label ?? status;
}
