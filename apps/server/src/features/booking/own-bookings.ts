import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok } from '../../http/handler.ts';
import type { BookingDependencies } from './booking-deps.ts';
import { provenPhone } from './booking-proof.ts';
import { type BookingRow, bookingsOf, cancelAllOf, cancelOwn } from './booking-store.ts';
import { bookingView } from './booking-view.ts';

const ADDRESS_RULE: RateRule = { name: 'booking-look-address', limit: 600, windowMs: 600_000 };
const NOT_FOUND = '没有找到这个预约，请核对后再试';
/** So long it can still be seen that it was taken back. */
const KEPT_AFTER_CANCELLING_MS = 7 * 24 * 3_600_000;

type Own = BookingRow[] | 'too-many-requests' | 'proof-required';

/** The asker's own; which of them is asked for makes no difference to what it takes to ask. */
async function own(
  deps: BookingDependencies,
  ticket: string | undefined,
  request: CallRequest,
  one: { id?: bigint | null; orderId?: bigint | null } = {},
): Promise<Own> {
  const { id, orderId } = one;
  if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return 'too-many-requests';
  const phoneIndex = provenPhone(deps, ticket, request);
  if (!phoneIndex) return 'proof-required';
  if (id === null || orderId === null) return [];
  return bookingsOf(deps.database.query, phoneIndex, {
    ...(id === undefined ? {} : { id }),
    ...(orderId === undefined ? {} : { orderId }),
  });
}

/** By its number. */
export function queryBooking(deps: BookingDependencies): Handler<Calls['queryBooking']> {
  return async ({ bookingNo, ticket }, request) => {
    const found = await own(deps, ticket, request, { id: deps.numbers.bookingId(bookingNo) });
    if (typeof found === 'string') return fail(found);
    return found[0] ? ok(bookingView(deps, found[0])) : fail('not-found', NOT_FOUND);
  };
}

/** By the order that came of it. */
export function queryBookingOfOrder(deps: BookingDependencies): Handler<Calls['queryBookingOfOrder']> {
  return async ({ orderNo, ticket }, request) => {
    const found = await own(deps, ticket, request, { orderId: deps.numbers.orderId(orderNo) });
    if (typeof found === 'string') return fail(found);
    return found[0] ? ok(bookingView(deps, found[0])) : fail('not-found', NOT_FOUND);
  };
}

/** Of the phone that the asker has shown to be theirs. */
export function queryBookingsOfPhone(deps: BookingDependencies): Handler<Calls['queryBookingsOfPhone']> {
  return async ({ ticket }, request) => {
    const found = await own(deps, ticket, request);
    return typeof found === 'string' ? fail(found) : ok({ bookings: found.map((row) => bookingView(deps, row)) });
  };
}

/** Takes one back. Safe to repeat. */
export function cancelBooking(deps: BookingDependencies): Handler<Calls['cancelBooking']> {
  return async ({ bookingNo, ticket }, request) => {
    const found = await own(deps, ticket, request, { id: deps.numbers.bookingId(bookingNo) });
    if (typeof found === 'string') return fail(found);
    const [row] = found;
    if (!row) return fail('not-found', NOT_FOUND);
    if (row.status === 'cancelled') return ok(bookingView(deps, row));
    const nowMs = deps.clock.now();
    const cancelled = await cancelOwn(deps.database.query, row, nowMs, nowMs + KEPT_AFTER_CANCELLING_MS);
    return cancelled ? ok(bookingView(deps, cancelled)) : fail('order-state', '这个预约已经参保，不用取消');
  };
}

/** All of a phone that are still waited for, for who wants no more of it. Answers how many. */
export function callOffBookings(query: Query, phoneIndex: Buffer, nowMs: number): Promise<number> {
  return cancelAllOf(query, phoneIndex, { nowMs, keepUntilMs: nowMs + KEPT_AFTER_CANCELLING_MS });
}
