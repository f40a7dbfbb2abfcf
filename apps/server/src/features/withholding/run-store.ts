import { type ConfirmReason, nextRunStatus, type RunEvent, type RunStatus } from '@huimin/domain/withholding';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';

/** One year of a contract. */
export interface RunRow {
  shard: number;
  id: bigint;
  contract_id: bigint;
  user_id: bigint;
  cover_order_id: bigint;
  edition_code: string;
  plan_code: string;
  status: RunStatus;
  reasons: ConfirmReason[];
  unit_fen: number;
  former_unit_fen: number;
  people_count: number;
  amount_fen: number;
  /** `YYYY-MM-DD`. */
  due_on: string;
  charge_on: string;
  tries: number;
  confirmed_at: number | null;
  agreed_documents: { key: string; version: number }[] | null;
  order_id: bigint | null;
  end_note: string | null;
}

const COLUMNS = `shard, id, contract_id, user_id, cover_order_id, edition_code, plan_code, status, reasons, unit_fen,
  former_unit_fen, people_count, amount_fen, due_on, charge_on, tries, confirmed_at, agreed_documents, order_id,
  end_note`;

export interface NewRun extends Omit<RunRow, 'charge_on' | 'tries' | 'confirmed_at' | 'agreed_documents' | 'order_id'> {
  readonly nowMs: number;
  readonly nextAtMs: number | null;
}

/** False where this contract has a run for the edition already. */
export async function insertRun(query: Query, run: NewRun): Promise<boolean> {
  const rows = await query(
    `insert into withholding_runs (shard, id, contract_id, user_id, cover_order_id, edition_code, plan_code, status,
       reasons, unit_fen, former_unit_fen, people_count, amount_fen, due_on, charge_on, end_note, created_at, ended_at,
       next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::date, $14::date, $15,
       $16::timestamptz, case when $17::timestamptz is null then $16::timestamptz end, $17::timestamptz)
     on conflict do nothing returning id`,
    [
      run.shard,
      run.id,
      run.contract_id,
      run.user_id,
      run.cover_order_id,
      run.edition_code,
      run.plan_code,
      run.status,
      run.reasons,
      run.unit_fen,
      run.former_unit_fen,
      run.people_count,
      run.amount_fen,
      run.due_on,
      run.end_note,
      new Date(run.nowMs),
      run.nextAtMs === null ? null : new Date(run.nextAtMs),
    ],
  );
  return rows.length > 0;
}

/** Newest first. */
export async function runsOf(query: Query, shard: number, contractIds: readonly bigint[]): Promise<RunRow[]> {
  if (contractIds.length === 0) return [];
  return query<RunRow>(
    `select ${COLUMNS} from withholding_runs where shard = $1 and contract_id = any($2) order by id desc`,
    [shard, contractIds],
  );
}

/** The year of a contract that an edition brings, or null. */
export async function runOf(
  query: Query,
  contract: { readonly shard: number; readonly id: bigint },
  editionCode: string,
): Promise<RunRow | null> {
  const rows = await query<RunRow>(
    `select ${COLUMNS} from withholding_runs where shard = $1 and contract_id = $2 and edition_code = $3`,
    [contract.shard, contract.id, editionCode],
  );
  return rows[0] ?? null;
}

export interface RunChange {
  /** Null: nothing more to do. */
  readonly nextAtMs: number | null;
  readonly atMs: number;
  readonly chargeOn?: string;
  readonly tries?: number;
  readonly amountFen?: number;
  readonly peopleCount?: number;
  readonly confirmed?: { readonly documents: readonly { readonly key: string; readonly version: number }[] };
  readonly endNote?: string;
  /** The order of the try is over. */
  readonly forgetOrder?: true;
}

/** Moves a run on by the domain's table; false when it moved on meanwhile, or the event is not allowed. */
export async function moveRun(query: Query, run: RunRow, event: RunEvent, change: RunChange): Promise<boolean> {
  const status = nextRunStatus(run.status, event);
  if (status === null) return false;
  const rows = await query(
    `update withholding_runs set status = $4, next_at = $5::timestamptz, lease_until = null,
       ended_at = case when $5::timestamptz is null then $6::timestamptz end,
       charge_on = coalesce($7::date, charge_on), tries = coalesce($8::smallint, tries), amount_fen = coalesce($9::integer, amount_fen),
       people_count = coalesce($10::smallint, people_count), confirmed_at = case when $11::jsonb is null then confirmed_at else $6::timestamptz end,
       agreed_documents = coalesce($11::jsonb, agreed_documents), end_note = coalesce($12, end_note),
       order_id = case when $13::boolean then null else order_id end
     where shard = $1 and id = $2 and status = $3 returning id`,
    [
      run.shard,
      run.id,
      run.status,
      status,
      change.nextAtMs === null ? null : new Date(change.nextAtMs),
      new Date(change.atMs),
      change.chargeOn ?? null,
      change.tries ?? null,
      change.amountFen ?? null,
      change.peopleCount ?? null,
      change.confirmed ? JSON.stringify(change.confirmed.documents) : null,
      change.endNote ?? null,
      change.forgetOrder ?? false,
    ],
  );
  return rows.length > 0;
}

/** Notes the order of the try under way. */
export async function keepRunOrder(
  query: Query,
  run: RunRow,
  order: { readonly id: bigint; readonly amountFen: number; readonly peopleCount: number },
): Promise<void> {
  await query(
    `update withholding_runs set order_id = $3, amount_fen = $4, people_count = $5 where shard = $1 and id = $2`,
    [run.shard, run.id, order.id, order.amountFen, order.peopleCount],
  );
}

export async function planRunStep(query: Query, run: RunRow, nextAtMs: number): Promise<void> {
  await query(
    `update withholding_runs set next_at = $4, lease_until = null where shard = $1 and id = $2 and status = $3`,
    [run.shard, run.id, run.status, new Date(nextAtMs)],
  );
}

/** Lets whatever a contract has planned look at it at once. */
export async function wakeRuns(
  query: Query,
  contract: { readonly shard: number; readonly id: bigint },
  nowMs: number,
): Promise<void> {
  await query(`update withholding_runs set next_at = $3 where shard = $1 and contract_id = $2 and next_at > $3`, [
    contract.shard,
    contract.id,
    new Date(nowMs),
  ]);
}

/** Takes runs whose next step is due; each for one server only, until the lease ends. */
export async function leaseRuns(query: Query, nowMs: number, leaseMs: number, limit: number): Promise<RunRow[]> {
  return query<RunRow>(
    `with due as materialized (
       select shard, id from withholding_runs
       where next_at <= $1 and (lease_until is null or lease_until < $1) order by next_at limit $3
     )
     update withholding_runs set lease_until = $2
     where ${amongDue('next_at <= $1 and (lease_until is null or lease_until < $1)')}
     returning ${COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}
