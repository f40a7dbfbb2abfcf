import { OPEN_PHONE_REQUEST, type PhoneRequestStatus } from '@huimin/domain/account';
import type { Query } from '../../../db/database.ts';
import type { SessionUser } from '../../../http/handler.ts';

type Owner = Pick<SessionUser, 'id' | 'shard'>;

export interface NewPhoneRequest {
  readonly id: bigint;
  readonly user: SessionUser;
  readonly newPhoneSealed: Buffer;
  readonly statementSealed: Buffer;
  readonly nowMs: number;
}

/** False while another request of the account is open. */
export async function insertRequest(query: Query, request: NewPhoneRequest): Promise<boolean> {
  const rows = await query(
    `insert into phone_requests (shard, id, user_id, phone_index, state, new_phone_sealed, statement_sealed, created_at)
     values ($1, $2, $3, $4, 'WAITING', $5, $6, $7)
     on conflict (shard, user_id) where state in ('WAITING', 'COOLING') do nothing returning 1 as stored`,
    [
      request.user.shard,
      request.id,
      request.user.id,
      request.user.phoneIndex,
      request.newPhoneSealed,
      request.statementSealed,
      new Date(request.nowMs),
    ],
  );
  return rows.length === 1;
}

export interface PhoneRequestRow {
  readonly shard: number;
  readonly id: bigint;
  readonly userId: bigint;
  readonly state: PhoneRequestStatus;
  readonly newPhoneSealed: Buffer;
  readonly statementSealed: Buffer;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  readonly effectiveAtMs: number | null;
}

const COLUMNS = `shard, id, user_id as "userId", state, new_phone_sealed as "newPhoneSealed",
  statement_sealed as "statementSealed", created_at as "createdAtMs", decided_at as "decidedAtMs",
  decided_by as "decidedBy", reason, effective_at as "effectiveAtMs"`;

/** The one place that reads an account's request for somebody. */
export async function newestRequest(query: Query, user: Owner): Promise<PhoneRequestRow | null> {
  const [row] = await query<PhoneRequestRow>(
    `select ${COLUMNS} from phone_requests where shard = $1 and user_id = $2 order by id desc limit 1`,
    [user.shard, user.id],
  );
  return row ?? null;
}

export async function requestById(query: Query, shard: number, id: bigint): Promise<PhoneRequestRow | null> {
  const [row] = await query<PhoneRequestRow>(`select ${COLUMNS} from phone_requests where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return row ?? null;
}

/** Approved requests whose moment has come. */
export async function dueRequests(query: Query, nowMs: number, limit: number): Promise<PhoneRequestRow[]> {
  return query<PhoneRequestRow>(
    `select ${COLUMNS} from phone_requests where state = 'COOLING' and effective_at <= $1 order by effective_at limit $2`,
    [new Date(nowMs), limit],
  );
}

export interface Decision {
  readonly by: string;
  readonly reason: string | null;
  readonly effectiveAtMs: number | null;
}

/** Moves a request on from exactly this state; false when somebody was faster. */
export async function moveRequest(
  query: Query,
  row: Pick<PhoneRequestRow, 'shard' | 'id' | 'state'>,
  to: PhoneRequestStatus,
  nowMs: number,
  decision: Decision | null = null,
): Promise<boolean> {
  const rows = await query(
    `update phone_requests set state = $4::text, ended_at = case when $4::text in ('WAITING', 'COOLING') then null else $5::timestamptz end,
       decided_at = case when $6::text is null then decided_at else $5::timestamptz end, decided_by = coalesce($6, decided_by),
       reason = coalesce($7, reason), effective_at = coalesce($8::timestamptz, effective_at)
     where shard = $1 and id = $2 and state = $3 returning 1 as moved`,
    [
      row.shard,
      row.id,
      row.state,
      to,
      new Date(nowMs),
      decision?.by ?? null,
      decision?.reason ?? null,
      decision?.effectiveAtMs ? new Date(decision.effectiveAtMs) : null,
    ],
  );
  return rows.length === 1;
}

/** The phone has changed another way: what was asked for is over. */
export async function endOpenRequests(query: Query, user: Owner, nowMs: number): Promise<void> {
  await query(
    `update phone_requests set state = 'WITHDRAWN', ended_at = $3 where shard = $1 and user_id = $2 and state = any($4)`,
    [user.shard, user.id, new Date(nowMs), OPEN_PHONE_REQUEST],
  );
}
