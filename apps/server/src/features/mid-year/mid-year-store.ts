import { MID_YEAR_STATUS_TABLE, type MidYearEvent, type MidYearStatus } from '@huimin/domain/mid-year';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface MidYearRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  edition_code: string;
  person_index: Buffer;
  person_sealed: Buffer;
  reason: string;
  status: MidYearStatus;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
  answer: string | null;
  good_until: number | null;
  /** The result that the asker is still to be told (`coordination/tell-once.ts`). */
  news: string | null;
  /** Where the person is insured by law; null where it was not kept. */
  city: string | null;
}

const COLUMNS = `shard, id, user_id, edition_code, person_index, person_sealed, reason, status, created_at,
  decided_at, decided_by, answer, good_until, news, city`;

export interface NewApplication {
  readonly id: bigint;
  readonly editionCode: string;
  readonly personIndex: Buffer;
  readonly personSealed: Buffer;
  readonly reason: string;
  readonly city: string;
  readonly nowMs: number;
}

/** Null where one for this person is open already. */
export async function insertApplication(
  query: Query,
  user: SessionUser,
  entry: NewApplication,
): Promise<MidYearRow | null> {
  const [row] = await query<MidYearRow>(
    `insert into mid_year_applications (shard, id, user_id, edition_code, person_index, person_sealed, reason, status,
       created_at, city)
     values ($1, $2, $3, $4, $5, $6, $7, 'submitted', $8, $9) on conflict do nothing returning ${COLUMNS}`,
    [
      user.shard,
      entry.id,
      user.id,
      entry.editionCode,
      entry.personIndex,
      entry.personSealed,
      entry.reason,
      new Date(entry.nowMs),
      entry.city,
    ],
  );
  return row ?? null;
}

/** The one place that reads somebody's own applications, newest first. */
export async function applicationsOf(query: Query, user: SessionUser, editionCode: string): Promise<MidYearRow[]> {
  return query<MidYearRow>(
    `select ${COLUMNS} from mid_year_applications where shard = $1 and user_id = $2 and edition_code = $3
     order by id desc limit 100`,
    [user.shard, user.id, editionCode],
  );
}

export async function ownApplication(query: Query, user: SessionUser, id: bigint): Promise<MidYearRow | null> {
  const [row] = await query<MidYearRow>(
    `select ${COLUMNS} from mid_year_applications where shard = $1 and id = $2 and user_id = $3`,
    [user.shard, id, user.id],
  );
  return row ?? null;
}

export async function applicationById(query: Query, shard: number, id: bigint): Promise<MidYearRow | null> {
  const [row] = await query<MidYearRow>(`select ${COLUMNS} from mid_year_applications where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return row ?? null;
}

export interface Move {
  readonly event: MidYearEvent;
  /** An operator's word; the asker is told. */
  readonly decision?: { readonly by: string; readonly answer: string | null };
  readonly goodUntilMs?: number;
  readonly nowMs: number;
}

/** Moves one by the status table; null where the event is not allowed any more. */
export async function moveApplication(
  query: Query,
  row: Pick<MidYearRow, 'shard' | 'id'>,
  move: Move,
): Promise<MidYearRow | null> {
  const { from, to } = moveOf(MID_YEAR_STATUS_TABLE, move.event);
  const [moved] = await query<MidYearRow>(
    `update mid_year_applications set status = $3,
       decided_by = case when $8 then $5 else decided_by end, answer = case when $8 then $6 else answer end,
       decided_at = case when $8 then $7::timestamptz else decided_at end,
       news = case when $8 then $3 else news end, good_until = coalesce($9, good_until)
     where shard = $1 and id = $2 and status = any($4::text[]) returning ${COLUMNS}`,
    [
      row.shard,
      row.id,
      to,
      from,
      move.decision?.by ?? null,
      move.decision?.answer ?? null,
      new Date(move.nowMs),
      move.decision !== undefined,
      move.goodUntilMs === undefined ? null : new Date(move.goodUntilMs),
    ],
  );
  return moved ?? null;
}

/** Which of these people may join late at this moment. */
export async function approvedMidYear(
  query: Query,
  user: SessionUser,
  editionCode: string,
  personIndexes: readonly Buffer[],
  nowMs: number,
): Promise<Buffer[]> {
  const rows = await query<{ person_index: Buffer }>(
    `select person_index from mid_year_applications
     where shard = $1 and user_id = $2 and edition_code = $3 and person_index = any($4::bytea[])
       and status = 'approved' and good_until > $5`,
    [user.shard, user.id, editionCode, personIndexes, new Date(nowMs)],
  );
  return rows.map((row) => row.person_index);
}

/** Those whose askers are to be told something. */
export async function untoldApplications(query: Query, limit: number): Promise<MidYearRow[]> {
  return query<MidYearRow>(`select ${COLUMNS} from mid_year_applications where news is not null order by id limit $1`, [
    limit,
  ]);
}

/** Ends approvals and requests for papers whose time is over; answers how many. */
export async function lapseApplications(query: Query, nowMs: number, papersSinceMs: number): Promise<number> {
  const rows = await query(
    `update mid_year_applications set status = 'lapsed'
     where status = 'approved' and good_until <= $1 or status = 'more-papers' and decided_at <= $2 returning 1 as lapsed`,
    [new Date(nowMs), new Date(papersSinceMs)],
  );
  return rows.length;
}
