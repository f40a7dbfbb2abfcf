import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import { type BookingRow, COLUMNS } from './booking-store.ts';

/** A reminder that a server has taken. */
export type TakenNotice = BookingRow & {
  notice_tries: number;
  notice_taken_at: number | null;
  agreed_at: number | null;
};

const TAKEN = `${COLUMNS}, notice_tries, notice_taken_at, agreed_at`;
const TO_ASK = `('sending', 'unclear')`;

/** Whether it is this server's turn now; the next is after the pace. */
export async function takeTurn(query: Query, nowMs: number, paceMs: number): Promise<boolean> {
  const rows = await query(
    `update booking_turns set next_at = $2 where name = 'notices' and next_at <= $1 returning 1 as taken`,
    [new Date(nowMs), new Date(nowMs + paceMs)],
  );
  return rows.length > 0;
}

/** Writes down that these are about to be sent, each for one server only. */
export async function takeWaiting(
  query: Query,
  editionCode: string,
  limit: number,
  nowMs: number,
  leaseMs: number,
): Promise<TakenNotice[]> {
  return query<TakenNotice>(
    `with due as materialized (
       select shard, id from bookings
       where edition_code = $1 and status = 'booked' and notice_state = 'waiting' and notice_at <= $2
       order by notice_at limit $4
     )
     update bookings set notice_state = 'sending', notice_tries = notice_tries + 1, notice_taken_at = $2, notice_at = $3
     where ${amongDue(`status = 'booked' and notice_state = 'waiting'`)}
     returning ${TAKEN}`,
    [editionCode, new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

/**
 * Those of which nobody here knows whether they went out: the gateway gave no clear answer, or the server that took them
 * never came back. For one server at a time.
 */
export async function takeUnclear(
  query: Query,
  editionCodes: readonly string[],
  limit: number,
  nowMs: number,
  leaseMs: number,
): Promise<TakenNotice[]> {
  return query<TakenNotice>(
    `with due as materialized (
       select shard, id from bookings
       where edition_code = any($1::text[]) and status = 'booked' and notice_state in ${TO_ASK} and notice_at <= $2
       order by notice_at limit $4
     )
     update bookings set notice_state = 'unclear', notice_at = $3
     where ${amongDue(`notice_state in ${TO_ASK} and notice_at <= $2`)}
     returning ${TAKEN}`,
    [editionCodes, new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

/** It went out: told, unless the booking was taken back or led to a policy meanwhile. */
export async function noticeSent(query: Query, notice: TakenNotice, nowMs: number): Promise<void> {
  await query(
    `update bookings set notice_state = 'sent', notified_at = $3,
       status = case when status = 'booked' then 'notified' else status end
     where shard = $1 and id = $2 and notice_state in ${TO_ASK}`,
    [notice.shard, notice.id, new Date(nowMs)],
  );
}

/** It surely did not go out, or that has to be asked again. */
export async function noticeLater(
  query: Query,
  notice: TakenNotice,
  state: 'waiting' | 'unclear' | 'refused' | 'unknown' | 'unwanted',
  atMs: number,
): Promise<void> {
  await query(
    `update bookings set notice_state = $3, notice_at = $4
     where shard = $1 and id = $2 and notice_state in ${TO_ASK}`,
    [notice.shard, notice.id, state, new Date(atMs)],
  );
}

/** Puts back what did not go out, to be sent anew; answers how many. */
export async function sendAnew(
  query: Query,
  editionCode: string,
  cities: readonly string[] | null,
  states: readonly string[],
  nowMs: number,
): Promise<number> {
  const rows = await query(
    `update bookings set notice_state = 'waiting', notice_tries = 0, notice_at = $4
     where edition_code = $1 and ($2::text[] is null or left(region_code, 4) = any($2)) and notice_state = any($3::text[])
       and status = 'booked' returning 1 as put`,
    [editionCode, cities, states, new Date(nowMs)],
  );
  return rows.length;
}
