import type { ComplaintCategoryValue } from '@huimin/contract';
import { COMPLAINT_STATUS_TABLE, type ComplaintEvent, type ComplaintStatus } from '@huimin/domain/complaint';
import { moveOf } from '@huimin/domain/status';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

/** What becomes of the sale's recording meanwhile. */
export type KeptEvidence = 'none' | 'wanted' | 'kept' | 'ending' | 'ended' | 'erased';

export interface ComplaintRow {
  readonly shard: number;
  readonly id: bigint;
  /** Null: told by text message and by phone alone. */
  readonly user_id: bigint | null;
  readonly person_index: Buffer | null;
  readonly category: ComplaintCategoryValue;
  readonly order_id: bigint | null;
  readonly words_sealed: Buffer;
  readonly status: ComplaintStatus;
  readonly filed_at: number;
  readonly due_at: number;
  readonly reopened_at: number | null;
  readonly answered_at: number | null;
  readonly answered_by: number | null;
  readonly closed_at: number | null;
  readonly finding: string | null;
  readonly evidence: KeptEvidence;
  readonly trace: string | null;
  /** Who of the staff took it down on the phone; null: its resident filed it. */
  readonly taken_by: number | null;
  readonly phone_sealed: Buffer | null;
  readonly extended_at: number | null;
}

export type StepKind =
  | 'filed'
  | 'accepted'
  | 'extended'
  | 'declined'
  | 'contact'
  | 'linked'
  | 'answered'
  | 'sent-back'
  | 'closed'
  | 'reopened'
  | 'withdrawn';

export interface StepRow {
  readonly complaint_id: bigint;
  readonly at: number;
  readonly kind: StepKind;
  readonly staff_id: number | null;
  readonly words_sealed: Buffer | null;
}

export const COMPLAINT_SEAL = 'complaint-words';
export const STEP_SEAL = 'complaint-step';
const MOST_OWN = 30;

export const COLUMNS = `c.shard, c.id, c.user_id, c.person_index, c.category, c.order_id, c.words_sealed, c.status,
  c.filed_at, c.due_at, c.reopened_at, c.answered_at, c.answered_by, c.closed_at, c.finding, c.evidence, c.trace,
  c.taken_by, c.phone_sealed, c.extended_at`;

/** The one place where it is decided whose complaints somebody sees. */
export function ownComplaintRows(query: Query, user: SessionUser, most = MOST_OWN): Promise<ComplaintRow[]> {
  return query<ComplaintRow>(
    `select ${COLUMNS} from complaints c where c.shard = $1 and c.user_id = $2 order by c.id desc limit $3`,
    [user.shard, user.id, most],
  );
}

export async function ownComplaintByKey(query: Query, user: SessionUser, key: string): Promise<ComplaintRow | null> {
  const [row] = await query<ComplaintRow>(
    `select ${COLUMNS} from complaints c where c.shard = $1 and c.user_id = $2 and c.client_key = $3`,
    [user.shard, user.id, key],
  );
  return row ?? null;
}

type NewComplaint = Pick<
  ComplaintRow,
  'shard' | 'id' | 'user_id' | 'person_index' | 'category' | 'order_id' | 'words_sealed' | 'filed_at' | 'due_at'
> &
  Partial<Pick<ComplaintRow, 'taken_by' | 'phone_sealed'>> & { readonly client_key: string };

/** False where the same client key is there. An order's recording is wanted from the first moment. */
export async function insertComplaint(query: Query, row: NewComplaint): Promise<boolean> {
  const rows = await query(
    `insert into complaints (shard, id, user_id, client_key, person_index, category, order_id, words_sealed, status,
       filed_at, due_at, evidence, evidence_look_at, taken_by, phone_sealed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'submitted', $9, $10,
       case when $7::bigint is null then 'none' else 'wanted' end, $9, $11, $12)
     on conflict do nothing returning 1 as stored`,
    [
      ...[row.shard, row.id, row.user_id, row.client_key, row.person_index, row.category, row.order_id],
      ...[row.words_sealed, new Date(row.filed_at), new Date(row.due_at), row.taken_by ?? null],
      row.phone_sealed ?? null,
    ],
  );
  return rows.length === 1;
}

interface Move {
  readonly event: ComplaintEvent;
  readonly nowMs: number;
  /** Columns that change with it, each with its value. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** What else must be so, over the row as `c`; values stand behind those of `set`. */
  readonly only?: string;
}

/** Nothing is to be done any more: the recording may go. */
export const ENDED: ReadonlySet<string> = new Set(['closed', 'declined', 'withdrawn']);

/**
 * Moves one by its table; null where the event is not allowed any more. The recording is kept for as long as something
 * is to be done, and let go when it has ended.
 */
export async function moveComplaint(
  query: Query,
  { shard, id }: Pick<ComplaintRow, 'shard' | 'id'>,
  { event, nowMs, set = {}, only = 'true' }: Move,
): Promise<ComplaintRow | null> {
  const { from, to } = moveOf(COMPLAINT_STATUS_TABLE, event);
  const names = Object.keys(set);
  const [ended, reopened] = [`$${names.length + 6}`, `$${names.length + 7}`];
  const [row] = await query<ComplaintRow>(
    `update complaints c set status = $3, evidence_look_at = $5,
       evidence = case
         when ${ended}::boolean and c.evidence = 'kept' then 'ending'
         when ${ended}::boolean and c.evidence = 'wanted' then 'none'
         when ${reopened}::boolean and c.order_id is not null and c.evidence in ('none', 'ending', 'ended') then 'wanted'
         else c.evidence end
       ${names.map((name, at) => `, ${name} = $${at + 6}`).join('')}
     where c.shard = $1 and c.id = $2 and c.status = any($4::text[]) and ${only} returning ${COLUMNS}`,
    [shard, id, to, from, new Date(nowMs), ...Object.values(set), ENDED.has(to), to === 'reopened'],
  );
  return row ?? null;
}

type Steps = Pick<Core, 'orderIds' | 'vault' | 'clock'>;

export async function addStep(
  core: Steps,
  query: Query,
  { shard, id }: Pick<ComplaintRow, 'shard' | 'id'>,
  kind: StepKind,
  said: { readonly staffId?: number; readonly words?: string } = {},
): Promise<void> {
  await query(
    `insert into complaint_steps (shard, complaint_id, id, at, kind, staff_id, words_sealed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[shard, id, core.orderIds.next(shard), new Date(core.clock.now()), kind, said.staffId ?? null],
      said.words === undefined ? null : core.vault.seal(STEP_SEAL, said.words),
    ],
  );
}

export const stepWords = (core: Pick<Core, 'vault'>, { words_sealed: sealed }: StepRow): string | null =>
  sealed === null ? null : core.vault.open(STEP_SEAL, sealed);

/** What happened, by complaint, the first at the front. */
export async function stepsOf(query: Query, shard: number, ids: readonly bigint[]): Promise<Map<bigint, StepRow[]>> {
  const found = new Map<bigint, StepRow[]>();
  if (ids.length === 0) return found;
  const rows = await query<StepRow>(
    `select complaint_id, at, kind, staff_id, words_sealed from complaint_steps
     where shard = $1 and complaint_id = any($2) order by complaint_id, id`,
    [shard, ids],
  );
  for (const row of rows) found.set(row.complaint_id, [...(found.get(row.complaint_id) ?? []), row]);
  return found;
}

/** An order of this account; null where it is none of theirs. */
export async function orderOfAccount(
  query: Query,
  owner: { readonly shard: number; readonly user_id: bigint },
  orderId: bigint | null,
): Promise<bigint | null> {
  if (orderId === null) return null;
  const rows = await query(`select 1 as own from orders where shard = $1 and id = $2 and user_id = $3`, [
    owner.shard,
    orderId,
    owner.user_id,
  ]);
  return rows.length === 1 ? orderId : null;
}
