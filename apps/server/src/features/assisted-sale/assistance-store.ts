import type { PreparedPersonValue } from '@huimin/contract';
import { ASSISTANCE_STATUS_TABLE, type AssistanceEvent, type AssistanceStatus } from '@huimin/domain/assistance';
import { statusesBefore } from '@huimin/domain/status';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface AssistanceRow {
  assistance_no: string;
  staff_no: string;
  edition_code: string;
  status: AssistanceStatus;
  code_sealed: Buffer;
  code_expires_at: number;
  created_at: number;
  expires_at: number;
  resident_id: bigint | null;
  resident_shard: number | null;
  resident_phone_sealed: Buffer | null;
  joined_at: number | null;
  prepared_sealed: Buffer | null;
  prepared_version: number;
  prepared_at: number | null;
  documents_read: number | null;
  documents_total: number | null;
  order_id: bigint | null;
  ordered_at: number | null;
}

export type Actor = 'staff' | 'resident' | 'system';

/** Sealing purposes. */
export const CODE_SEAL = 'assistance-code';
export const PHONE_SEAL = 'assistance-phone';
export const PREPARED_SEAL = 'assistance-people';

const COLUMNS = `assistance_no, staff_no, edition_code, status, code_sealed, code_expires_at, created_at, expires_at,
  resident_id, resident_shard, resident_phone_sealed, joined_at, prepared_sealed, prepared_version, prepared_at, documents_read,
  documents_total, order_id, ordered_at`;
/** Which statuses an event is allowed in, as SQL. */
const isBefore = (event: AssistanceEvent): string =>
  `status in (${statusesBefore(ASSISTANCE_STATUS_TABLE, event)
    .map((status) => `'${status}'`)
    .join(', ')})`;
/** Not over: its time may still run out. */
const OPEN = isBefore('TimePassed');

export interface NewAssistance {
  readonly assistanceNo: string;
  readonly staffNo: string;
  readonly editionCode: string;
  readonly digitsHash: Buffer;
  readonly linkHash: Buffer;
  readonly codeSealed: Buffer;
  readonly codeExpiresAtMs: number;
  readonly expiresAtMs: number;
  readonly nowMs: number;
}

/** Opens one; null where the staff member has one open already, or somebody else waits with the same digits. */
export async function insertAssistance(query: Query, entry: NewAssistance): Promise<AssistanceRow | null> {
  const [row] = await query<AssistanceRow>(
    `insert into assistances (assistance_no, staff_no, edition_code, status, digits_hash, link_hash, code_sealed,
       code_expires_at, created_at, expires_at)
     values ($1, $2, $3, 'waiting', $4, $5, $6, $7, $8, $9) on conflict do nothing returning ${COLUMNS}`,
    [
      entry.assistanceNo,
      entry.staffNo,
      entry.editionCode,
      entry.digitsHash,
      entry.linkHash,
      entry.codeSealed,
      new Date(entry.codeExpiresAtMs),
      new Date(entry.nowMs),
      new Date(entry.expiresAtMs),
    ],
  );
  return row ?? null;
}

/** The one place that reads a help for its staff member; the newest that is open, or the one named. */
export async function assistanceOfStaff(
  query: Query,
  staffNo: string,
  assistanceNo: string | null,
): Promise<AssistanceRow | null> {
  const [row] = await query<AssistanceRow>(
    `select ${COLUMNS} from assistances
     where staff_no = $1 and case when $2::text is null then ${OPEN} else assistance_no = $2 end
     order by created_at desc limit 1`,
    [staffNo, assistanceNo],
  );
  return row ?? null;
}

/** The staff member's last help whose order was saved after a moment: its payment is still looked at. */
export async function lastOrderedOfStaff(
  query: Query,
  staffNo: string,
  sinceMs: number,
): Promise<AssistanceRow | null> {
  const [row] = await query<AssistanceRow>(
    `select ${COLUMNS} from assistances where staff_no = $1 and created_at > $2 order by created_at desc limit 1`,
    [staffNo, new Date(sinceMs)],
  );
  return row?.status === 'ordered' ? row : null;
}

/** The one place that reads a help for the resident who took it up. */
export async function assistanceOfResident(
  query: Query,
  user: SessionUser,
  assistanceNo: string,
): Promise<AssistanceRow | null> {
  const [row] = await query<AssistanceRow>(
    `select ${COLUMNS} from assistances where assistance_no = $1 and resident_id = $2`,
    [assistanceNo, user.id],
  );
  return row ?? null;
}

/** Takes a waiting help up; nobody else can afterwards. Null: no such code, taken, or over. */
export async function takeUp(
  query: Query,
  by: { readonly digitsHash: Buffer } | { readonly linkHash: Buffer },
  resident: { readonly user: SessionUser; readonly phoneSealed: Buffer },
  nowMs: number,
): Promise<AssistanceRow | null> {
  const { user } = resident;
  const [column, hash] = 'digitsHash' in by ? ['digits_hash', by.digitsHash] : ['link_hash', by.linkHash];
  const [row] = await query<AssistanceRow>(
    `update assistances set status = 'joined', resident_id = $2, resident_shard = $3, resident_phone_sealed = $5,
       joined_at = $4
     where ${column} = $1 and ${isBefore('ResidentJoined')} and code_expires_at > $4 returning ${COLUMNS}`,
    [hash, user.id, user.shard, new Date(nowMs), resident.phoneSealed],
  );
  if (row) return row;
  // The same resident once more: a reloaded page.
  const [before] = await query<AssistanceRow>(
    `select ${COLUMNS} from assistances where ${column} = $1 and resident_id = $2 order by created_at desc limit 1`,
    [hash, user.id],
  );
  return before ?? null;
}

/** Puts in what staff filled in; null when the help is not taken up, or over. */
export async function keepPrepared(
  core: Pick<Core, 'database' | 'vault'>,
  assistanceNo: string,
  people: readonly PreparedPersonValue[],
  nowMs: number,
): Promise<AssistanceRow | null> {
  const [row] = await core.database.query<AssistanceRow>(
    `update assistances set status = 'prepared', prepared_sealed = $2, prepared_version = prepared_version + 1,
       prepared_at = $3, documents_read = null, documents_total = null
     where assistance_no = $1 and ${isBefore('Prepared')} and expires_at > $3 and prepared_version < 1000
     returning ${COLUMNS}`,
    [assistanceNo, core.vault.sealJson(PREPARED_SEAL, people), new Date(nowMs)],
  );
  return row ?? null;
}

/** How far the resident has read; says whether it is news. */
export async function keepReading(
  query: Query,
  assistanceNo: string,
  reading: { readonly readCount: number; readonly totalCount: number },
): Promise<boolean> {
  const rows = await query(
    `update assistances set documents_read = $2, documents_total = $3
     where assistance_no = $1 and status = 'prepared' and (documents_read, documents_total) is distinct from ($2, $3)
     returning 1 as told`,
    [assistanceNo, reading.readCount, reading.totalCount],
  );
  return rows.length > 0;
}

/** Ends an open one and forgets what was filled in; false when it is over already. */
export async function closeAssistance(
  query: Query,
  assistanceNo: string,
  status: 'ended' | 'expired',
  nowMs: number,
): Promise<boolean> {
  const rows = await query(
    `update assistances set status = $2, closed_at = $3, prepared_sealed = null
     where assistance_no = $1 and ${OPEN} returning 1 as closed`,
    [assistanceNo, status, new Date(nowMs)],
  );
  return rows.length > 0;
}

/** The resident's own order came of it. Safe to repeat. */
export async function keepOrder(query: Query, assistanceNo: string, orderId: bigint, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update assistances set status = 'ordered', order_id = $2, ordered_at = $3, prepared_sealed = null
     where assistance_no = $1 and ${isBefore('OrderSaved')} returning 1 as ordered`,
    [assistanceNo, orderId, new Date(nowMs)],
  );
  return rows.length > 0;
}

/** Open ones whose time is over, at most `limit`. */
export async function overdueAssistances(query: Query, nowMs: number, limit: number): Promise<string[]> {
  const rows = await query<{ assistance_no: string }>(
    `select assistance_no from assistances
     where ${OPEN} and expires_at <= $1 or status = 'waiting' and code_expires_at <= $1
     order by expires_at limit $2`,
    [new Date(nowMs), limit],
  );
  return rows.map((row) => row.assistance_no);
}

/** One line of who did what. */
export async function noteStep(
  core: Pick<Core, 'database' | 'clock' | 'orderIds'>,
  assistanceNo: string,
  step: { readonly actor: Actor; readonly step: string; readonly details?: object },
): Promise<void> {
  await core.database.query(
    `insert into assistance_events (assistance_no, id, actor, step, details, happened_at) values ($1, $2, $3, $4, $5, $6)`,
    [
      assistanceNo,
      core.orderIds.next(0),
      step.actor,
      step.step,
      step.details ? JSON.stringify(step.details) : null,
      new Date(core.clock.now()),
    ],
  );
}
