import type { RefundStatus } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';
import type { Conditions } from './order-scope.ts';

export interface RefundQueueRow {
  readonly shard: number;
  readonly id: bigint;
  readonly order_id: bigint;
  readonly refund_no: string;
  readonly round: number;
  readonly amount_fen: number;
  readonly state: RefundStatus;
  readonly reason: string;
  readonly reason_code: string | null;
  readonly client_key: string | null;
  readonly refusal: string | null;
  readonly created_at: number;
  readonly next_try_at: number | null;
  readonly review_due_at: number | null;
  readonly review_approval: number | null;
  readonly started_by: number | null;
  readonly reviewed_by: number | null;
  readonly returned_reason: string | null;
  readonly method: string;
  readonly paid_at: number;
  readonly paid_fen: number;
  readonly provider_txn: string;
  readonly policyholder_sealed: Buffer;
  readonly people: number;
}

/** What refunds of each tab have in common; `?` stands for the requests that wait for a second person. */
export const TABS = {
  review: `r.state = 'REVIEWING' and (r.review_approval is null or r.review_approval <> all (?::integer[]))`,
  second: `r.state = 'REVIEWING' and r.review_approval = any (?::integer[])`,
  moving: `r.state in ('CREATED', 'PROCESSING') and r.refusal is null and ?::integer[] is not null`,
  stuck: `(r.state in ('ABNORMAL', 'CLOSED') or (r.state = 'CREATED' and r.refusal is not null)) and ?::integer[] is not null`,
  done: `r.state = 'SETTLED' and ?::integer[] is not null`,
  returned: `r.state = 'REJECTED' and ?::integer[] is not null`,
} as const;
export type RefundTab = keyof typeof TABS;

/** More are not counted. */
const COUNTED = 1_000;

/**
 * Refund by refund, in the order of their index, until a page is full: two columns of a key in a join are taken for two
 * chances, so that a plain join is believed to find next to nothing and is made of all orders. A channel's few orders have an
 * index of their own, by which a plain join begins.
 */
function withOrder({ text }: Conditions): string {
  if (text.includes('o.channel')) return 'refunds r join orders o on o.shard = r.shard and o.id = r.order_id';
  return `refunds r cross join lateral (
       select * from orders f where f.shard = r.shard and f.id = r.order_id offset 0) o`;
}

const PAYMENT =
  'cross join lateral (select * from payments f where f.shard = r.shard and f.id = r.payment_id offset 0) p';

/** A page of refunds: those that wait for a review by when it is due, the others the latest first. */
export async function findRefunds(
  query: Query,
  conditions: Conditions,
  isByDue: boolean,
  limit: number,
): Promise<RefundQueueRow[]> {
  return query<RefundQueueRow>(
    `select r.shard, r.id, r.order_id, r.refund_no, r.round, r.amount_fen, r.state, r.reason, r.reason_code, r.client_key,
       r.refusal, r.created_at, r.next_try_at, r.review_due_at, r.review_approval, r.started_by, r.reviewed_by,
       r.returned_reason, p.method, p.paid_at, p.amount_fen as paid_fen, p.provider_txn, o.policyholder_sealed,
       (select count(*)::integer from refund_items i where i.shard = r.shard and i.refund_id = r.id) as people
     from ${withOrder(conditions)} ${PAYMENT} where ${conditions.text}
     order by ${isByDue ? 'r.review_due_at, r.id' : 'r.id desc'} limit $${conditions.values.length + 1}`,
    [...conditions.values, limit],
  );
}

/** How many refunds there are, up to a limit. */
export async function countRefunds(query: Query, conditions: Conditions): Promise<number> {
  const [row] = await query<{ found: number }>(
    `select count(*)::integer as found from (
       select 1 from ${withOrder(conditions)}
       where ${conditions.text} limit ${COUNTED}) counted`,
    conditions.values,
  );
  return row?.found ?? 0;
}

/** Notes by which request a refund waits for the second person, and who agreed first. */
export async function markReviewed(
  query: Query,
  { shard, id }: Pick<RefundQueueRow, 'shard' | 'id'>,
  reviewed: { readonly approvalId: number; readonly by: number; readonly at: Date },
): Promise<void> {
  await query(
    `update refunds set review_approval = $3, reviewed_by = $4, reviewed_at = $5
     where shard = $1 and id = $2 and state = 'REVIEWING'`,
    [shard, id, reviewed.approvalId, reviewed.by, reviewed.at],
  );
}

/** Requests of a kind that wait; kept apart from the refunds, which may lie on other machines. */
export async function waitingApprovals(query: Query, kind: string, nowMs: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `select id from staff_approvals where kind = $1 and status = 'waiting' and expires_at > $2`,
    [kind, new Date(nowMs)],
  );
  return rows.map(({ id }) => id);
}
