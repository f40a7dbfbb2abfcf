import type { BookingValue } from '@huimin/contract';
import { BOOKING_STATUS_TABLE, bookingStatusLabel } from '@huimin/domain/booking';
import { beijingMs, formatDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { isOnSale } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import { nextStatus } from '@huimin/domain/status';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { BookingRow } from './booking-store.ts';

export const PHONE_SEAL = 'booking-phone';

type ViewCore = Pick<Core, 'vault' | 'numbers' | 'clock'> & { readonly editions: EditionStore };

/** A booking as the owner of its phone sees it. */
export function bookingView(deps: ViewCore, row: BookingRow): BookingValue {
  const document = deps.editions.edition(row.edition_code)?.document;
  const time = (ms: number | null): string | null => (ms === null ? null : formatDateTime(ms));
  return {
    bookingNo: deps.numbers.bookingNo(row.id),
    editionCode: row.edition_code,
    productName: document?.proName ?? '',
    status: row.status,
    statusLabel: bookingStatusLabel(row.status),
    phoneMasked: maskPhone(deps.vault.open(PHONE_SEAL, row.phone_sealed)),
    regionCode: row.region_code,
    regionText: regionDisplayText(row.region_code) ?? '',
    headCount: row.head_count,
    agentCode: row.agent_code,
    saleStartsAt: document ? formatDateTime(beijingMs(document.insureStart)) : '',
    onSale: document !== undefined && isOnSale(document, deps.clock.now()),
    bookedAt: formatDateTime(row.booked_at),
    notifiedAt: time(row.notified_at),
    insuredAt: time(row.insured_at),
    cancelledAt: time(row.cancelled_at),
    orderNo: row.order_id === null ? null : deps.numbers.orderNo(row.order_id),
    canCancel: nextStatus(BOOKING_STATUS_TABLE, row.status, 'Cancelled') !== null,
  };
}
