import { APPEAL_STATUS_TABLE, type AppealEvent, type AppealStatus } from '@huimin/domain/pre-existing';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

const DAY_MS = 24 * 3_600_000;
/** Papers that were asked for are waited for this long. */
export const PAPERS_WAIT_MS = 15 * DAY_MS;

export interface AppealRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  query_id: bigint;
  reason: string;
  status: AppealStatus;
  created_at: number;
  /** Of the last decision; of papers handed in since, when they came. */
  decided_at: number | null;
  decided_by: string | null;
  answer: string | null;
}

const COLUMNS = 'shard, id, user_id, query_id, reason, status, created_at, decided_at, decided_by, answer';

/** Null where one against this answer stands already. */
export async function insertAppeal(
  query: Query,
  user: SessionUser,
  appeal: { id: bigint; queryId: bigint; reason: string; nowMs: number },
): Promise<AppealRow | null> {
  const [row] = await query<AppealRow>(
    `insert into pre_existing_appeals (shard, id, user_id, query_id, reason, status, created_at)
     values ($1, $2, $3, $4, $5, 'submitted', $6) on conflict do nothing returning ${COLUMNS}`,
    [user.shard, appeal.id, user.id, appeal.queryId, appeal.reason, new Date(appeal.nowMs)],
  );
  return row ?? null;
}

/** The newest appeal against each of these answers. */
export async function appealsOf(query: Query, shard: number, queryIds: readonly bigint[]): Promise<AppealRow[]> {
  return query<AppealRow>(
    `select distinct on (query_id) ${COLUMNS} from pre_existing_appeals
     where shard = $1 and query_id = any($2) order by query_id, id desc`,
    [shard, queryIds],
  );
}

export async function ownAppeal(query: Query, user: SessionUser, id: bigint): Promise<AppealRow | null> {
  const [row] = await query<AppealRow>(
    `select ${COLUMNS} from pre_existing_appeals where shard = $1 and id = $2 and user_id = $3`,
    [user.shard, id, user.id],
  );
  return row ?? null;
}

export async function appealById(query: Query, shard: number, id: bigint): Promise<AppealRow | null> {
  const [row] = await query<AppealRow>(`select ${COLUMNS} from pre_existing_appeals where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return row ?? null;
}

export interface AppealMove {
  readonly event: AppealEvent;
  /** An operator's word; the asker is told. */
  readonly decision?: { readonly by: string; readonly answer: string | null };
  readonly nowMs: number;
}

/** Moves one by the status table; null where the event is not allowed any more. */
export async function moveAppeal(
  query: Query,
  row: Pick<AppealRow, 'shard' | 'id'>,
  { event, decision, nowMs }: AppealMove,
): Promise<AppealRow | null> {
  const { from, to } = moveOf(APPEAL_STATUS_TABLE, event);
  const [moved] = await query<AppealRow>(
    `update pre_existing_appeals set status = $3, decided_at = $7,
       decided_by = case when $8 then $5 else decided_by end, answer = case when $8 then $6 else answer end
     where shard = $1 and id = $2 and status = any($4::text[]) returning ${COLUMNS}`,
    [
      row.shard,
      row.id,
      to,
      from,
      decision?.by ?? null,
      decision?.answer ?? null,
      new Date(nowMs),
      decision !== undefined,
    ],
  );
  return moved ?? null;
}

/** Ends those whose papers never came; answers which. */
export async function lapseAppeals(query: Query, nowMs: number): Promise<AppealRow[]> {
  return query<AppealRow>(
    `update pre_existing_appeals set status = 'lapsed'
     where status = 'more-papers' and decided_at <= $1 returning ${COLUMNS}`,
    [new Date(nowMs - PAPERS_WAIT_MS)],
  );
}
