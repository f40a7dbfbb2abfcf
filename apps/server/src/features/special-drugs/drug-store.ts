import {
  DRUG_APPLICATION_STATUS_TABLE,
  type DrugApplicationEvent,
  type DrugApplicationStatus,
} from '@huimin/domain/special-drugs';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface DrugRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  policy_id: bigint;
  edition_code: string;
  case_sealed: Buffer;
  status: DrugApplicationStatus;
  created_at: number;
  submitted_at: number;
  decided_by: string | null;
  answer_sealed: Buffer | null;
  cycles: number;
  cycles_done: number;
  place_sealed: Buffer | null;
  next_due_at: number | null;
  /** A kind of news; behind it, until when a replica is telling it. */
  news: string | null;
  keep_until: number;
}

/** What the asker has to be told. */
export type DrugNews = 'result' | 'papers' | 'cycle';

const COLUMNS = `shard, id, user_id, policy_id, edition_code, case_sealed, status, created_at, submitted_at, decided_by,
  answer_sealed, cycles, cycles_done, place_sealed, next_due_at, news, keep_until`;
type Owner = Pick<SessionUser, 'id' | 'shard'>;

export interface NewDrugApplication {
  readonly id: bigint;
  readonly clientKey: string;
  readonly policyId: bigint;
  readonly editionCode: string;
  readonly drugIndex: Buffer;
  readonly caseSealed: Buffer;
  readonly nowMs: number;
  readonly coverUntilMs: number;
  readonly keepUntilMs: number;
}

/** Null where one for this person and drug is open, or the same request came before. */
export async function insertDrugApplication(
  query: Query,
  user: Owner,
  entry: NewDrugApplication,
): Promise<DrugRow | null> {
  const [row] = await query<DrugRow>(
    `insert into drug_applications (shard, id, user_id, client_key, policy_id, edition_code, drug_index, case_sealed,
       status, created_at, submitted_at, consent_at, cover_until, keep_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'reviewing', $9, $9, $9, $10, $11)
     on conflict do nothing returning ${COLUMNS}`,
    [
      user.shard,
      entry.id,
      user.id,
      entry.clientKey,
      entry.policyId,
      entry.editionCode,
      entry.drugIndex,
      entry.caseSealed,
      new Date(entry.nowMs),
      new Date(entry.coverUntilMs),
      new Date(entry.keepUntilMs),
    ],
  );
  return row ?? null;
}

/** The one place that reads somebody's own applications, newest first. */
export async function ownDrugApplications(query: Query, user: Owner, editionCode: string): Promise<DrugRow[]> {
  return query<DrugRow>(
    `select ${COLUMNS} from drug_applications where shard = $1 and user_id = $2 and edition_code = $3
     order by id desc limit 100`,
    [user.shard, user.id, editionCode],
  );
}

export async function ownDrugApplication(query: Query, user: Owner, id: bigint): Promise<DrugRow | null> {
  const [row] = await query<DrugRow>(
    `select ${COLUMNS} from drug_applications where shard = $1 and id = $2 and user_id = $3`,
    [user.shard, id, user.id],
  );
  return row ?? null;
}

export async function drugApplicationOfKey(query: Query, user: Owner, clientKey: string): Promise<DrugRow | null> {
  const [row] = await query<DrugRow>(
    `select ${COLUMNS} from drug_applications where shard = $1 and user_id = $2 and client_key = $3`,
    [user.shard, user.id, clientKey],
  );
  return row ?? null;
}

export async function drugApplicationById(query: Query, shard: number, id: bigint): Promise<DrugRow | null> {
  const [row] = await query<DrugRow>(`select ${COLUMNS} from drug_applications where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return row ?? null;
}

export interface DrugMove {
  readonly event: DrugApplicationEvent;
  readonly nowMs: number;
  /** An operator's word. */
  readonly decision?: { readonly by: string; readonly answerSealed: Buffer; readonly cycles?: number };
  /** New papers, or none any more. */
  readonly caseSealed?: Buffer;
  readonly place?: Buffer | null;
  readonly nextDueAtMs?: number;
  readonly news?: DrugNews;
}

const COUNTS: readonly DrugApplicationEvent[] = ['Collected', 'LastCollected'];

/** What was withdrawn is kept this long. */
const WITHDRAWN_KEPT_MS = 30 * 24 * 3_600_000;

/** Moves one by the status table; null where the event is not allowed any more. */
export async function moveDrugApplication(
  query: Query,
  row: Pick<DrugRow, 'shard' | 'id'>,
  move: DrugMove,
): Promise<DrugRow | null> {
  const { from, to } = moveOf(DRUG_APPLICATION_STATUS_TABLE, move.event);
  const { decision, place, nowMs } = move;
  const [moved] = await query<DrugRow>(
    `update drug_applications set status = $3,
       submitted_at = case when $5 = 'PapersAdded' then $6::timestamptz else submitted_at end,
       decided_at = case when $7 then $6::timestamptz else decided_at end,
       decided_by = coalesce($8, decided_by), answer_sealed = coalesce($9, answer_sealed),
       cycles = coalesce($10, cycles), cycles_done = cycles_done + $11, case_sealed = coalesce($12, case_sealed),
       place_sealed = case when $13 then $14 else place_sealed end, next_due_at = $15, news = $16,
       keep_until = coalesce($17::timestamptz, keep_until)
     where shard = $1 and id = $2 and status = any($4::text[]) returning ${COLUMNS}`,
    [
      row.shard,
      row.id,
      to,
      from,
      move.event,
      new Date(nowMs),
      decision !== undefined,
      decision?.by ?? null,
      decision?.answerSealed ?? null,
      decision?.cycles ?? null,
      COUNTS.includes(move.event) ? 1 : 0,
      move.caseSealed ?? null,
      place !== undefined,
      place ?? null,
      move.nextDueAtMs === undefined ? null : new Date(move.nextDueAtMs),
      move.news ?? null,
      move.event === 'Withdrawn' ? new Date(nowMs + WITHDRAWN_KEPT_MS) : null,
    ],
  );
  return moved ?? null;
}

export interface CycleSums {
  readonly priceFen: number;
  readonly deductedFen: number;
  readonly paidFen: number;
}

export interface UsedRow {
  readonly policy_id: bigint;
  readonly application_id: bigint;
  readonly deducted_fen: number;
  readonly paid_fen: number;
}

/** What was already deducted and paid of each policy's benefit this year, by application. */
export async function usedOfPolicies(
  query: Query,
  shard: number,
  policyIds: readonly bigint[],
): Promise<readonly UsedRow[]> {
  return query<UsedRow>(
    `select policy_id, application_id, sum(deducted_fen)::float8 as deducted_fen, sum(paid_fen)::float8 as paid_fen
     from drug_cycles where shard = $1 and policy_id = any($2::bigint[]) group by policy_id, application_id`,
    [shard, policyIds],
  );
}

/** Holds the other applications of a policy still while a sum of it is worked out. The caller holds a transaction. */
export async function lockPolicyApplications(query: Query, row: Pick<DrugRow, 'shard' | 'policy_id'>): Promise<void> {
  await query(`select 1 from drug_applications where shard = $1 and policy_id = $2 order by id for update`, [
    row.shard,
    row.policy_id,
  ]);
}

export async function insertCycle(
  query: Query,
  row: Pick<DrugRow, 'shard' | 'id' | 'policy_id'>,
  cycle: CycleSums & { readonly cycleNo: number; readonly by: string; readonly nowMs: number },
): Promise<void> {
  await query(
    `insert into drug_cycles (shard, application_id, cycle_no, policy_id, price_fen, deducted_fen, paid_fen, collected_at,
       recorded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.shard,
      row.id,
      cycle.cycleNo,
      row.policy_id,
      cycle.priceFen,
      cycle.deductedFen,
      cycle.paidFen,
      new Date(cycle.nowMs),
      cycle.by,
    ],
  );
}

export async function untoldDrugApplications(query: Query, limit: number): Promise<DrugRow[]> {
  return query<DrugRow>(`select ${COLUMNS} from drug_applications where news is not null order by id limit $1`, [
    limit,
  ]);
}

/** Taken ones whose next cycle begins before that moment. */
export async function dueDrugApplications(query: Query, beforeMs: number, limit: number): Promise<DrugRow[]> {
  return query<DrugRow>(
    `select ${COLUMNS} from drug_applications where status = 'collected' and next_due_at <= $1
     order by next_due_at limit $2`,
    [new Date(beforeMs), limit],
  );
}

/** Open ones whose cover is over, and those whose papers were waited for in vain. */
export async function overDrugApplications(
  query: Query,
  nowMs: number,
  papersSinceMs: number,
  limit: number,
): Promise<DrugRow[]> {
  return query<DrugRow>(
    `select ${COLUMNS} from drug_applications
     where status in ('papers-wanted', 'approved', 'arranged', 'collected') and cover_until <= $1
       or status = 'papers-wanted' and decided_at <= $2 limit $3`,
    [new Date(nowMs), new Date(papersSinceMs), limit],
  );
}

/** Deletes applications that were kept long enough; their files go by their own time. */
export async function deleteOldDrugApplications(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    `with gone as (delete from drug_applications where keep_until <= $1 returning shard, id),
       cycles as (
         delete from drug_cycles c using gone where c.shard = gone.shard and c.application_id = gone.id
       )
     select 1 from gone`,
    [new Date(nowMs)],
  );
  return rows.length;
}
