import { BOOKING_STATUS_TABLE, type BookingStatus } from '@huimin/domain/booking';
import { statusesBefore } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import { shardOfPhone } from './booking-proof.ts';

export interface BookingRow {
  shard: number;
  id: bigint;
  phone_index: Buffer;
  phone_sealed: Buffer;
  edition_code: string;
  region_code: string;
  head_count: number;
  agent_code: string | null;
  status: BookingStatus;
  booked_at: number;
  notified_at: number | null;
  insured_at: number | null;
  cancelled_at: number | null;
  order_id: bigint | null;
}

export const COLUMNS = `shard, id, phone_index, phone_sealed, edition_code, region_code, head_count, agent_code, status,
  booked_at, notified_at, insured_at, cancelled_at, order_id`;
const LISTED = 20;

export interface NewBooking {
  readonly id: bigint;
  readonly phoneIndex: Buffer;
  readonly phoneSealed: Buffer;
  readonly editionCode: string;
  readonly regionCode: string;
  readonly headCount: number;
  readonly agentCode: string | null;
  readonly shareCode: string | null;
  readonly shareFrom: string | null;
  readonly privacyVersion: number;
  readonly nowMs: number;
  readonly keepUntilMs: number;
}

/** Books, or changes what the phone had booked of this edition; null where that has been told or led to a policy. */
export async function keepBooking(query: Query, entry: NewBooking): Promise<BookingRow | null> {
  const [row] = await query<BookingRow>(
    `insert into bookings (shard, id, phone_index, phone_sealed, edition_code, region_code, head_count, agent_code,
       share_code, share_from, privacy_version, booked_at, agreed_at, notice_at, keep_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $12, $13)
     on conflict (shard, phone_index, edition_code) where status <> 'cancelled' do update
       set region_code = excluded.region_code, head_count = excluded.head_count, agent_code = excluded.agent_code,
         privacy_version = excluded.privacy_version, agreed_at = excluded.agreed_at, keep_until = excluded.keep_until
       where bookings.status = 'booked'
     returning ${COLUMNS}`,
    [
      shardOfPhone(entry.phoneIndex),
      entry.id,
      entry.phoneIndex,
      entry.phoneSealed,
      entry.editionCode,
      entry.regionCode,
      entry.headCount,
      entry.agentCode,
      entry.shareCode,
      entry.shareFrom,
      entry.privacyVersion,
      new Date(entry.nowMs),
      new Date(entry.keepUntilMs),
    ],
  );
  return row ?? null;
}

/** The one place that reads a phone's own bookings: newest first; of one number, or of one order. */
export async function bookingsOf(
  query: Query,
  phoneIndex: Buffer,
  one: { readonly id?: bigint; readonly orderId?: bigint } = {},
): Promise<BookingRow[]> {
  return query<BookingRow>(
    `select ${COLUMNS} from bookings where shard = $1 and phone_index = $2
       and ($3::bigint is null or id = $3) and ($4::bigint is null or order_id = $4)
     order by id desc limit ${LISTED}`,
    [shardOfPhone(phoneIndex), phoneIndex, one.id ?? null, one.orderId ?? null],
  );
}

/** Null where it is over already. What is on its way to the gateway cannot be called back. */
export async function cancelOwn(
  query: Query,
  row: Pick<BookingRow, 'shard' | 'id' | 'phone_index'>,
  nowMs: number,
  keepUntilMs: number,
): Promise<BookingRow | null> {
  const [cancelled] = await query<BookingRow>(
    `update bookings set status = 'cancelled', cancelled_at = $4, keep_until = $5
     where shard = $1 and id = $2 and phone_index = $3 and status = any($6::text[]) returning ${COLUMNS}`,
    [
      row.shard,
      row.id,
      row.phone_index,
      new Date(nowMs),
      new Date(keepUntilMs),
      statusesBefore(BOOKING_STATUS_TABLE, 'Cancelled'),
    ],
  );
  return cancelled ?? null;
}

/** Those of a phone that are not over. Answers how many. */
export async function cancelAllOf(
  query: Query,
  phoneIndex: Buffer,
  { nowMs, keepUntilMs }: { readonly nowMs: number; readonly keepUntilMs: number },
): Promise<number> {
  const rows = await query(
    `update bookings set status = 'cancelled', cancelled_at = $3, keep_until = $4
     where shard = $1 and phone_index = $2 and status = any($5::text[]) returning 1 as cancelled`,
    [
      shardOfPhone(phoneIndex),
      phoneIndex,
      new Date(nowMs),
      new Date(keepUntilMs),
      statusesBefore(BOOKING_STATUS_TABLE, 'Cancelled'),
    ],
  );
  return rows.length;
}

/**
 * Puts a phone's bookings under another phone, in the caller's transaction. Where that one has booked the edition itself, its own wish
 * stands, and is insured where the former was. What was on its way to the former number, or could not be sent to it, says
 * nothing of the new one, which is told. The shard is part of the key, so that the rows are written anew.
 */
export async function moveBookings(
  query: Query,
  from: Buffer,
  to: { readonly phoneIndex: Buffer; readonly phoneSealed: Buffer; readonly nowMs: number },
): Promise<void> {
  const held = await query<{ id: bigint; whole: string }>(
    `delete from bookings b where shard = $1 and phone_index = $2 returning id, to_jsonb(b)::text as whole`,
    [shardOfPhone(from), from],
  );
  const shard = shardOfPhone(to.phoneIndex);
  for (const { whole } of held) {
    await query(
      `insert into bookings
       select * from jsonb_populate_record(null::bookings, $1::jsonb
         || jsonb_build_object('shard', $2::smallint, 'phone_index', $3::bytea, 'phone_sealed', $4::bytea))
       on conflict (shard, phone_index, edition_code) where status <> 'cancelled' do update
         set status = excluded.status, insured_at = excluded.insured_at, order_id = excluded.order_id
         where excluded.status = 'insured' and bookings.status <> 'insured'`,
      [whole, shard, to.phoneIndex, to.phoneSealed],
    );
  }
  await query(
    `update bookings set notice_state = 'waiting', notice_tries = 0, notice_at = $3
     where shard = $1 and id = any($2::bigint[]) and status = 'booked' and notice_state in ('sending', 'unclear', 'refused')`,
    [shard, held.map(({ id }) => id), new Date(to.nowMs)],
  );
}

/** Answers how many of a phone there were. */
export async function eraseBookings(query: Query, phoneIndex: Buffer): Promise<number> {
  const rows = await query(`delete from bookings where shard = $1 and phone_index = $2 returning 1 as gone`, [
    shardOfPhone(phoneIndex),
    phoneIndex,
  ]);
  return rows.length;
}

export interface InsuredPhone {
  readonly phoneIndex: Buffer;
  readonly editionCode: string;
  readonly orderId: bigint;
}

/** The phones' bookings of these editions have led to policies. Safe to repeat: the first order stays. */
export async function markInsured(query: Query, phones: readonly InsuredPhone[], nowMs: number): Promise<void> {
  if (phones.length === 0) return;
  await query(
    `update bookings b set status = 'insured', insured_at = $5, order_id = g.order_id
     from unnest($1::smallint[], $2::bytea[], $3::text[], $4::bigint[]) as g(shard, phone_index, edition_code, order_id)
     where b.shard = g.shard and b.phone_index = g.phone_index and b.edition_code = g.edition_code
       and b.status = any($6::text[])`,
    [
      phones.map(({ phoneIndex }) => shardOfPhone(phoneIndex)),
      phones.map(({ phoneIndex }) => phoneIndex),
      phones.map(({ editionCode }) => editionCode),
      phones.map(({ orderId }) => orderId),
      new Date(nowMs),
      statusesBefore(BOOKING_STATUS_TABLE, 'PoliciesIssued'),
    ],
  );
}

const FORGOTTEN_AT_ONCE = 2_000;

/** Forgets some of what is of no use any more; answers how many. */
export async function forgetOld(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    `with due as materialized (
       select shard, id from bookings where keep_until < $1 order by keep_until limit ${FORGOTTEN_AT_ONCE}
     )
     delete from bookings
     where ${amongDue(`keep_until < $1`)}
     returning 1 as gone`,
    [new Date(nowMs)],
  );
  return rows.length;
}
