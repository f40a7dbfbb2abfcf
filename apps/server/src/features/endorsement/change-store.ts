import type { ChangeEvent, ChangeField, ChangeReason, ChangeStatus, ChangeSubject } from '@huimin/domain/endorsement';
import type { PolicyStatus } from '@huimin/domain/policy';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface ChangeRow {
  readonly shard: number;
  readonly id: bigint;
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly subject: ChangeSubject;
  /** 0 for the payer. */
  readonly insuredId: bigint;
  readonly status: ChangeStatus;
  readonly reason: ChangeReason;
  readonly itemsSealed: Buffer;
  readonly furtherOrderIds: readonly bigint[];
  readonly createdAtMs: number;
  readonly submittedAtMs: number | null;
  readonly decidedAtMs: number | null;
  /** Since when it waits for a decision; null: it never waited for one. */
  readonly reviewFromMs: number | null;
}

const COLUMNS = `shard, id, order_id as "orderId", user_id as "userId", subject, insured_id as "insuredId", status, reason,
  items_sealed as "itemsSealed", further_order_ids::text[] as "furtherOrderIds", created_at as "createdAtMs",
  submitted_at as "submittedAtMs", decided_at as "decidedAtMs", review_from as "reviewFromMs"`;

type Stored = Omit<ChangeRow, 'furtherOrderIds'> & { furtherOrderIds: string[] };
const opened = (row: Stored): ChangeRow => ({ ...row, furtherOrderIds: row.furtherOrderIds.map(BigInt) });

export interface NewDraft {
  readonly shard: number;
  readonly id: bigint;
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly clientKey: string;
  readonly subject: ChangeSubject;
  readonly insuredId: bigint;
  readonly reason: ChangeReason;
  readonly itemsSealed: Buffer;
  readonly fields: readonly ChangeField[];
  readonly furtherOrderIds: readonly bigint[];
  readonly traceId: string | null;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/**
 * Writes a draft, or what it says now under the same client key; one person of an order has one draft. One that was
 * handed in stays as it is.
 */
export async function writeDraft(query: Query, draft: NewDraft): Promise<void> {
  await query(
    `delete from changes
     where shard = $1 and order_id = $2 and insured_id = $3 and status = 'DRAFT' and client_key <> $4`,
    [draft.shard, draft.orderId, draft.insuredId, draft.clientKey],
  );
  await query(
    `insert into changes (shard, id, order_id, user_id, client_key, subject, insured_id, status, reason, items_sealed,
       fields, further_order_ids, trace_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'DRAFT', $8, $9, $10, $11, $12, $13, $14)
     on conflict (shard, order_id, client_key) do update set subject = excluded.subject,
       insured_id = excluded.insured_id, reason = excluded.reason, items_sealed = excluded.items_sealed,
       fields = excluded.fields, further_order_ids = excluded.further_order_ids, expires_at = excluded.expires_at
     where changes.status = 'DRAFT'`,
    [
      draft.shard,
      draft.id,
      draft.orderId,
      draft.userId,
      draft.clientKey,
      draft.subject,
      draft.insuredId,
      draft.reason,
      draft.itemsSealed,
      draft.fields,
      draft.furtherOrderIds,
      draft.traceId,
      new Date(draft.nowMs),
      new Date(draft.expiresAtMs),
    ],
  );
}

export async function changeByClientKey(
  query: Query,
  shard: number,
  orderId: bigint,
  clientKey: string,
): Promise<ChangeRow | null> {
  const [row] = await query<Stored>(
    `select ${COLUMNS} from changes where shard = $1 and order_id = $2 and client_key = $3`,
    [shard, orderId, clientKey],
  );
  return row ? opened(row) : null;
}

/** The one place that looks a change up for somebody: only the policyholder finds it. */
export async function changeOfOwner(query: Query, user: SessionUser, id: bigint): Promise<ChangeRow | null> {
  const [row] = await query<Stored>(`select ${COLUMNS} from changes where shard = $1 and id = $2 and user_id = $3`, [
    user.shard,
    id,
    user.id,
  ]);
  return row ? opened(row) : null;
}

/** Any change by its id, for operators and jobs; never for an answer to a resident. */
export async function changeById(query: Query, shard: number, id: bigint): Promise<ChangeRow | null> {
  const [row] = await query<Stored>(`select ${COLUMNS} from changes where shard = $1 and id = $2`, [shard, id]);
  return row ? opened(row) : null;
}

/** Changes of an order that somebody has handed in, newest first; those of another order that changed it along too. */
export async function changesOfOrder(
  query: Query,
  owner: { readonly shard: number; readonly userId: bigint },
  orderId: bigint,
  limit: number,
): Promise<ChangeRow[]> {
  const rows = await query<Stored>(
    `select ${COLUMNS} from changes
     where shard = $1 and user_id = $2 and status <> 'DRAFT' and submitted_at is not null
       and (order_id = $3 or ($3 = any(further_order_ids) and status = 'APPROVED'))
     order by id desc limit $4`,
    [owner.shard, owner.userId, orderId, limit],
  );
  return rows.map(opened);
}

export interface OpenChange {
  readonly id: bigint;
  readonly subject: ChangeSubject;
  readonly insuredId: bigint;
}

/** Requests of an order that wait for a person. */
export async function openChangesOf(query: Query, shard: number, orderId: bigint): Promise<OpenChange[]> {
  return query<OpenChange>(
    `select id, subject, insured_id as "insuredId" from changes
     where shard = $1 and order_id = $2 and status in ('REVIEWING', 'PAPERS_WANTED')`,
    [shard, orderId],
  );
}

/** Moves a change on; the caller has looked at its status while it held the order. */
export async function moveChange(
  query: Query,
  { shard, id }: Pick<ChangeRow, 'shard' | 'id'>,
  move: {
    readonly from: ChangeStatus;
    readonly to: ChangeStatus;
    readonly isSubmitted?: boolean;
    readonly isDecided?: boolean;
  },
  nowMs: number,
): Promise<void> {
  const moved = await query(
    `update changes set status = $4, expires_at = null,
       submitted_at = case when $5 then coalesce(submitted_at, $7) else submitted_at end,
       decided_at = case when $6 then $7 else decided_at end,
       review_from = case when $4 = 'REVIEWING' then $7 else review_from end
     where shard = $1 and id = $2 and status = $3 returning 1 as moved`,
    [shard, id, move.from, move.to, move.isSubmitted === true, move.isDecided === true, new Date(nowMs)],
  );
  if (moved.length !== 1) throw new Error('a change moved under a locked order');
}

export interface ChangeEventRow {
  readonly id: bigint;
  readonly changeId: bigint;
  readonly event: ChangeEvent;
  readonly byWhom: string;
  readonly note: string | null;
  readonly atMs: number;
}

const EVENT_COLUMNS = `id, change_id as "changeId", event, by_whom as "byWhom", note, at as "atMs"`;

/** What happened, and the news of it where the policyholder is to be told; one statement. */
export async function writeEvent(
  query: Query,
  shard: number,
  orderId: bigint,
  event: ChangeEventRow,
  isTold: boolean,
): Promise<void> {
  await query(
    `with happened as (
       insert into change_events (shard, id, change_id, event, by_whom, note, at)
       values ($1, $2, $3, $4, $5, $6, $7) returning shard, id, at
     )
     insert into outbox (shard, id, kind, order_id, created_at, available_at)
     select shard, id, 'change-told', $8, at, at from happened where $9`,
    [shard, event.id, event.changeId, event.event, event.byWhom, event.note, new Date(event.atMs), orderId, isTold],
  );
}

export async function eventsOf(query: Query, shard: number, changeIds: readonly bigint[]): Promise<ChangeEventRow[]> {
  if (changeIds.length === 0) return [];
  return query<ChangeEventRow>(
    `select ${EVENT_COLUMNS} from change_events where shard = $1 and change_id = any($2) order by id`,
    [shard, changeIds],
  );
}

export async function eventById(query: Query, shard: number, id: bigint): Promise<ChangeEventRow | null> {
  const [row] = await query<ChangeEventRow>(`select ${EVENT_COLUMNS} from change_events where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return row ?? null;
}

export interface PolicyRow {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly status: PolicyStatus;
  readonly issuedAtMs: number | null;
}

export async function policiesOfOrders(query: Query, shard: number, orderIds: readonly bigint[]): Promise<PolicyRow[]> {
  return query<PolicyRow>(
    `select id, order_id as "orderId", status, issued_at as "issuedAtMs" from policies
     where shard = $1 and order_id = any($2) order by id`,
    [shard, orderIds],
  );
}

/** Holds orders until the transaction ends: changes and refunds of one order are decided one after the other. */
export async function holdOrders(query: Query, shard: number, orderIds: readonly bigint[]): Promise<void> {
  await query('select id from orders where shard = $1 and id = any($2) order by id for update', [shard, orderIds]);
}

export interface SiblingOrder {
  readonly id: bigint;
  readonly edition_code: string;
  readonly cover_from: string | null;
}

/** The user's other paid orders with the same payer. */
export async function siblingOrders(
  query: Query,
  order: { readonly shard: number; readonly id: bigint; readonly userId: bigint },
): Promise<SiblingOrder[]> {
  return query<SiblingOrder>(
    `select other.id, other.edition_code, other.cover_from
     from orders this join orders other on other.shard = this.shard and other.user_id = this.user_id
       and other.policyholder_index = this.policyholder_index and other.id <> this.id
       and other.issued_at is not null and other.status in (50, 60, 61)
     where this.shard = $1 and this.id = $2 and this.user_id = $3 order by other.id limit 50`,
    [order.shard, order.id, order.userId],
  );
}

/** Deletes drafts that nobody handed in. */
export async function deleteOldDrafts(query: Query, nowMs: number): Promise<void> {
  await query(`delete from changes where expires_at <= $1 and status = 'DRAFT'`, [new Date(nowMs)]);
}
