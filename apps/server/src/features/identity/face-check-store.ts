import { beijingDate, beijingMs } from '@huimin/domain/date';
import { FACE_TRIES_A_DAY, FACE_TRY, type FaceCheckStatus } from '@huimin/domain/identity';
import type { Query } from '../../db/database.ts';
import type { FaceProvider } from '../../ports/identity-checks.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { shardOfPerson } from './person-index.ts';
import type { ProofPurpose } from './proof-kinds.ts';
import type { Asker } from './subject.ts';

export interface FaceCheckRow {
  readonly shard: number;
  readonly id: bigint;
  readonly personIndex: Buffer;
  readonly nameIndex: Buffer;
  readonly purpose: ProofPurpose;
  readonly userId: bigint | null;
  readonly sessionHash: Buffer;
  readonly provider: FaceProvider['code'];
  readonly status: FaceCheckStatus;
  readonly handleSealed: Buffer | null;
  readonly reason: string | null;
  readonly expiresAtMs: number;
  readonly decidedAtMs: number | null;
}

const COLUMNS = `shard, id, person_index as "personIndex", name_index as "nameIndex", purpose, user_id as "userId",
  session_hash as "sessionHash", provider, status, handle_sealed as "handleSealed", reason,
  expires_at as "expiresAtMs", decided_at as "decidedAtMs"`;

/** The one place where it is decided whose check it is: the account's, or before any login the browser session's. */
const OWNED = '(case when user_id is null then session_hash = $2::bytea else user_id = $3::bigint end)';

/** A check of the asker's own, or null. */
export async function ownCheck(query: Query, id: bigint, asker: Asker): Promise<FaceCheckRow | null> {
  const [row] = await query<FaceCheckRow>(
    `select ${COLUMNS} from face_checks where shard = $1 and ${OWNED} and id = $4`,
    [shardOfOrder(id), asker.sessionHash, asker.userId, id],
  );
  return row ?? null;
}

/** The asker's checks of this person that wait for a result. */
export async function ownWaiting(query: Query, personIndex: Buffer, asker: Asker): Promise<FaceCheckRow[]> {
  return query<FaceCheckRow>(
    `select ${COLUMNS} from face_checks
     where shard = $1 and ${OWNED} and person_index = $4 and status = 'WAITING'`,
    [shardOfPerson(personIndex), asker.sessionHash, asker.userId, personIndex],
  );
}

/**
 * Holds the person's turn until the transaction ends, so that two checks begun at once are counted one after the other.
 * The row is never read; its lock is what counts.
 */
export async function takePersonTurn(query: Query, personIndex: Buffer, nowMs: number): Promise<void> {
  await query(
    `insert into rate_windows as turn (subject, rule, window_start, hits) values ($1, 'face-turn', $2, 1)
     on conflict (subject, rule, window_start) do update set hits = 1`,
    [personIndex, new Date(beijingMs(beijingDate(nowMs)))],
  );
}

/** How often this person may still try today. */
export async function triesLeft(query: Query, personIndex: Buffer, nowMs: number): Promise<number> {
  const [row] = await query<{ tries: number }>(
    `select count(*)::integer as tries from face_checks
     where shard = $1 and person_index = $2 and started_at >= $3 and status = any($4::text[])`,
    [shardOfPerson(personIndex), personIndex, new Date(beijingMs(beijingDate(nowMs))), FACE_TRY],
  );
  return Math.max(0, FACE_TRIES_A_DAY - (row?.tries ?? 0));
}

export interface NewFaceCheck {
  readonly id: bigint;
  readonly personIndex: Buffer;
  readonly nameIndex: Buffer;
  readonly purpose: ProofPurpose;
  readonly asker: Asker;
  readonly provider: FaceProvider['code'];
  readonly consent: { readonly version: number; readonly hash: Buffer };
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/** The intent, before the provider is called. */
export async function insertCheck(query: Query, check: NewFaceCheck): Promise<void> {
  await query(
    `insert into face_checks (shard, id, person_index, name_index, purpose, user_id, session_hash, provider, status,
       consent_version, consent_hash, consent_at, started_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'STARTING', $9, $10, $11, $11, $12)`,
    [
      shardOfPerson(check.personIndex),
      check.id,
      check.personIndex,
      check.nameIndex,
      check.purpose,
      check.asker.userId,
      check.asker.sessionHash,
      check.provider,
      check.consent.version,
      check.consent.hash,
      new Date(check.nowMs),
      new Date(check.expiresAtMs),
    ],
  );
}

export interface Move {
  readonly from: FaceCheckStatus;
  readonly to: FaceCheckStatus;
  readonly handleSealed?: Buffer;
  readonly reason?: string;
  readonly nowMs: number;
}

/** True for the one who made the move; whoever comes second finds it made. */
export async function moveCheck(query: Query, shard: number, id: bigint, move: Move): Promise<boolean> {
  const over = move.to !== 'WAITING';
  const rows = await query(
    `update face_checks set status = $4, handle_sealed = case when $6 then null else coalesce($5, handle_sealed) end,
       reason = $7, decided_at = case when $6 then $8::timestamptz end
     where shard = $1 and id = $2 and status = $3 returning 1 as moved`,
    [shard, id, move.from, move.to, move.handleSealed ?? null, over, move.reason ?? null, new Date(move.nowMs)],
  );
  return rows.length === 1;
}

/** Checks whose time has run out without a result. */
export async function overdueChecks(query: Query, nowMs: number, limit: number): Promise<FaceCheckRow[]> {
  return query<FaceCheckRow>(
    `select ${COLUMNS} from face_checks
     where status in ('STARTING', 'WAITING') and expires_at <= $1 order by expires_at limit $2`,
    [new Date(nowMs), limit],
  );
}
