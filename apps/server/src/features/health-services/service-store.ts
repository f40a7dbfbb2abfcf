import { SERVICE_STATUS_TABLE, type ServiceEvent, type ServiceStatus } from '@huimin/domain/health-services';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface ServiceTimeRow {
  shard: number;
  policy_id: bigint;
  service_index: Buffer;
  time_no: number;
  id: bigint;
  user_id: bigint;
  client_key: string;
  edition_code: string;
  status: ServiceStatus;
  details_sealed: Buffer;
  wanted_on: string | null;
  booked_at: number;
  settled_at: number | null;
  news: string | null;
}

const COLUMNS = `shard, policy_id, service_index, time_no, id, user_id, client_key, edition_code, status, details_sealed,
  wanted_on, booked_at, settled_at, news`;
const STORED = `t.shard, t.policy_id, t.service_index, t.time_no, t.id, t.user_id, t.client_key, t.edition_code, t.status,
  t.details_sealed, t.wanted_on, t.booked_at, t.settled_at, t.news`;
type Owner = Pick<SessionUser, 'id' | 'shard'>;

export interface NewBooking {
  readonly id: bigint;
  readonly clientKey: string;
  readonly policyId: bigint;
  readonly serviceIndex: Buffer;
  readonly times: number;
  readonly editionCode: string;
  readonly detailsSealed: Buffer;
  readonly wantedOn: string | null;
  readonly nowMs: number;
  readonly expiresAtMs: number;
  readonly keepUntilMs: number;
}

/**
 * Books the first time that is free; null where all are taken. Of two who want the last one the primary key lets one
 * have it.
 */
export async function bookTime(query: Query, user: Owner, booking: NewBooking): Promise<ServiceTimeRow | null> {
  // Each lost race takes one time away, so there are no more rounds than times.
  for (let round = 0; round <= booking.times; round += 1) {
    const [free] = await query<{ time_no: number }>(
      `select n::smallint as time_no from generate_series(1, $4::integer) n
       where not exists (
         select 1 from health_service_times
         where shard = $1 and policy_id = $2 and service_index = $3 and time_no = n and status <> 'available'
       ) order by n limit 1`,
      [user.shard, booking.policyId, booking.serviceIndex, booking.times],
    );
    if (!free) return null;
    const [row] = await query<ServiceTimeRow>(
      `insert into health_service_times as t (shard, policy_id, service_index, time_no, id, user_id, client_key,
         edition_code, status, details_sealed, wanted_on, booked_at, expires_at, keep_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'booked', $9, $10, $11, $12, $13)
       on conflict (shard, policy_id, service_index, time_no) do update set id = excluded.id,
         client_key = excluded.client_key, status = 'booked', details_sealed = excluded.details_sealed,
         wanted_on = excluded.wanted_on, booked_at = excluded.booked_at, settled_at = null, settled_by = null,
         news = null, expires_at = excluded.expires_at
       where t.status = 'available' returning ${STORED}`,
      [
        user.shard,
        booking.policyId,
        booking.serviceIndex,
        free.time_no,
        booking.id,
        user.id,
        booking.clientKey,
        booking.editionCode,
        booking.detailsSealed,
        booking.wantedOn,
        new Date(booking.nowMs),
        new Date(booking.expiresAtMs),
        new Date(booking.keepUntilMs),
      ],
    );
    if (row) return row;
  }
  return null;
}

export async function bookingOfKey(query: Query, user: Owner, clientKey: string): Promise<ServiceTimeRow | null> {
  const [row] = await query<ServiceTimeRow>(
    `select ${COLUMNS} from health_service_times where shard = $1 and user_id = $2 and client_key = $3`,
    [user.shard, user.id, clientKey],
  );
  return row ?? null;
}

/** The one place that reads somebody's own bookings, newest first. */
export async function ownBookings(query: Query, user: Owner, policyIds: readonly bigint[]): Promise<ServiceTimeRow[]> {
  return query<ServiceTimeRow>(
    `select ${COLUMNS} from health_service_times where shard = $1 and user_id = $2 and policy_id = any($3::bigint[])
     order by booked_at desc, id desc limit 500`,
    [user.shard, user.id, policyIds],
  );
}

export async function ownBooking(query: Query, user: Owner, id: bigint): Promise<ServiceTimeRow | null> {
  const [row] = await query<ServiceTimeRow>(
    `select ${COLUMNS} from health_service_times where shard = $1 and id = $2 and user_id = $3`,
    [user.shard, id, user.id],
  );
  return row ?? null;
}

export async function bookingById(query: Query, shard: number, id: bigint): Promise<ServiceTimeRow | null> {
  const [row] = await query<ServiceTimeRow>(
    `select ${COLUMNS} from health_service_times where shard = $1 and id = $2`,
    [shard, id],
  );
  return row ?? null;
}

export interface ServiceMove {
  readonly event: ServiceEvent;
  readonly by: string;
  readonly nowMs: number;
  /** The resident has to be told. */
  readonly news?: 'cancelled';
}

/** Moves a booking by the status table; null where the event is not allowed any more. */
export async function moveBooking(
  query: Query,
  row: Pick<ServiceTimeRow, 'shard' | 'id'>,
  { event, by, nowMs, news }: ServiceMove,
): Promise<ServiceTimeRow | null> {
  const { from, to } = moveOf(SERVICE_STATUS_TABLE, event);
  const [moved] = await query<ServiceTimeRow>(
    `update health_service_times set status = $3, settled_at = $4, settled_by = $5, news = $6
     where shard = $1 and id = $2 and status = any($7::text[]) returning ${COLUMNS}`,
    [row.shard, row.id, to, new Date(nowMs), by, news ?? null, from],
  );
  return moved ?? null;
}

/** Booked ones whose day, or whose cover, is over; answers how many. */
export async function expireBookings(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    `update health_service_times set status = 'expired', settled_at = $1, settled_by = 'time'
     where status = 'booked' and expires_at <= $1 returning 1 as expired`,
    [new Date(nowMs)],
  );
  return rows.length;
}

export async function deleteOldTimes(query: Query, nowMs: number): Promise<number> {
  const rows = await query(`delete from health_service_times where keep_until <= $1 returning 1 as gone`, [
    new Date(nowMs),
  ]);
  return rows.length;
}

export async function untoldBookings(query: Query, limit: number): Promise<ServiceTimeRow[]> {
  return query<ServiceTimeRow>(
    `select ${COLUMNS} from health_service_times where news is not null order by id limit $1`,
    [limit],
  );
}
