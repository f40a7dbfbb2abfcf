import type { ClaimRecheckValue } from '@huimin/contract';
import {
  RECHECK_STATUS_TABLE,
  RECHECK_WORKING_DAYS,
  type RecheckEvent,
  type RecheckStatus,
  recheckStatusLabel,
} from '@huimin/domain/adjustment';
import { deadlineAfter, formatDateTime, formatDeadline } from '@huimin/domain/date';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';

export interface RecheckRow {
  shard: number;
  id: bigint;
  case_no: string;
  edition_code: string;
  note_sealed: Buffer;
  status: RecheckStatus;
  asked_at: number;
  decided_at: number | null;
  decided_by: string | null;
  answer: string | null;
  /** What the asker is still to be told (`coordination/tell-once.ts`). */
  news: string | null;
}

/** What is sealed of a wish. */
export interface RecheckNote {
  readonly note: string | null;
  /** The asker's, for the answer. */
  readonly phone: string;
}

export const RECHECK_SEAL = 'claim-recheck';
const COLUMNS = 'shard, id, case_no, edition_code, note_sealed, status, asked_at, decided_at, decided_by, answer, news';

export function recheckView({ tellsResults }: { readonly tellsResults: boolean }, row: RecheckRow): ClaimRecheckValue {
  return {
    status: row.status,
    statusLabel: recheckStatusLabel(row.status),
    askedAt: formatDateTime(row.asked_at),
    until: row.status === 'asked' ? formatDeadline(deadlineAfter(row.asked_at, RECHECK_WORKING_DAYS)) : null,
    answer: row.answer,
    tellsByMessage: tellsResults,
  };
}

export async function newestRecheck(query: Query, shard: number, caseNo: string): Promise<RecheckRow | null> {
  const [row] = await query<RecheckRow>(
    `select ${COLUMNS} from claim_rechecks where shard = $1 and case_no = $2 order by id desc limit 1`,
    [shard, caseNo],
  );
  return row ?? null;
}

export interface NewRecheck {
  readonly shard: number;
  readonly id: bigint;
  readonly caseNo: string;
  readonly editionCode: string;
  readonly noteSealed: Buffer;
  readonly nowMs: number;
}

/** Null where one is open already. */
export async function insertRecheck(query: Query, entry: NewRecheck): Promise<RecheckRow | null> {
  const [row] = await query<RecheckRow>(
    `insert into claim_rechecks (shard, id, case_no, edition_code, note_sealed, status, asked_at)
     values ($1, $2, $3, $4, $5, 'asked', $6) on conflict do nothing returning ${COLUMNS}`,
    [entry.shard, entry.id, entry.caseNo, entry.editionCode, entry.noteSealed, new Date(entry.nowMs)],
  );
  return row ?? null;
}

/** Moves one by its table; null where the event is not allowed any more. */
export async function moveRecheck(
  query: Query,
  { shard, id }: Pick<RecheckRow, 'shard' | 'id'>,
  move: {
    readonly event: RecheckEvent;
    readonly by: string | null;
    readonly answer: string | null;
    readonly nowMs: number;
  },
): Promise<RecheckRow | null> {
  const { from, to } = moveOf(RECHECK_STATUS_TABLE, move.event);
  const [row] = await query<RecheckRow>(
    `update claim_rechecks set status = $3, decided_by = $5, answer = $6,
       decided_at = case when $5::text is null then null else $7::timestamptz end,
       news = case when $5::text is null then null else $3 end
     where shard = $1 and id = $2 and status = any($4::text[]) returning ${COLUMNS}`,
    [shard, id, to, from, move.by, move.answer, new Date(move.nowMs)],
  );
  return row ?? null;
}

export async function recheckById(query: Query, shard: number, id: bigint): Promise<RecheckRow | null> {
  const [row] = await query<RecheckRow>(`select ${COLUMNS} from claim_rechecks where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return row ?? null;
}

/** Those whose askers are to be told something. */
export async function untoldRechecks(query: Query, limit: number): Promise<RecheckRow[]> {
  return query<RecheckRow>(`select ${COLUMNS} from claim_rechecks where news is not null order by id limit $1`, [
    limit,
  ]);
}
