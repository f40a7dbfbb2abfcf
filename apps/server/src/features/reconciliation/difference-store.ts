import { createHash } from 'node:crypto';
import type { Advice, Difference, DifferenceClass, Resolution } from '@huimin/domain/reconciliation';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';

export type DifferenceState = 'open' | 'waiting' | 'held' | 'resolved';

/** A difference with what was found out about it. */
export interface JudgedDifference {
  readonly difference: Difference;
  readonly orderId: bigint | null;
  readonly finding: string;
  readonly advice: Advice;
}

export interface StoredDifference {
  id: bigint;
  shard: number;
  provider: string;
  day: string;
  class: DifferenceClass;
  kind: 'payment' | 'refund';
  merchant_order_no: string;
  provider_txn: string;
  refund_no: string | null;
  order_id: bigint | null;
  bill_fen: number | null;
  book_fen: number | null;
  finding: string;
  advice: Advice;
  state: DifferenceState;
  resolution: string | null;
  reason: string | null;
  resolved_by: string | null;
  resolved_at: number | null;
}

const COLUMNS = `id, shard, provider, day, class, kind, merchant_order_no, provider_txn, refund_no, order_id, bill_fen,
  book_fen, finding, advice, state, resolution, reason, resolved_by, resolved_at`;

export async function differencesOf(query: Query, provider: string, day: string): Promise<StoredDifference[]> {
  return query<StoredDifference>(
    `select ${COLUMNS} from reconciliation_differences where provider = $1 and day = $2
     order by class, provider_txn, id`,
    [provider, day],
  );
}

/** The same difference has the same id each time its day is compared. */
function idOf(provider: string, day: string, key: string): bigint {
  return createHash('sha256').update(`${provider} ${day} ${key}`).digest().readBigUInt64BE() >> 1n;
}

export const BY_RULE = '规则';

/**
 * A difference that a person decided stays decided while it says the same; one that says something else now is open
 * again.
 */
const UPSERT = `
insert into reconciliation_differences as d (shard, id, provider, day, class, kind, merchant_order_no, provider_txn,
  refund_no, order_id, bill_fen, book_fen, finding, advice, state, resolution, resolved_by, resolved_at, first_seen_at,
  last_seen_at)
select shard, id, $1, $2, class, kind, merchant_order_no, provider_txn, refund_no, order_id, bill_fen, book_fen, finding,
  advice, state, case state when 'resolved' then 'cleared' end, case state when 'resolved' then $3::text end,
  case state when 'resolved' then $4::timestamptz end, $4, $4
from unnest($5::smallint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[],
  $13::integer[], $14::integer[], $15::text[], $16::text[], $17::text[])
  as given(shard, id, class, kind, merchant_order_no, provider_txn, refund_no, order_id, bill_fen, book_fen, finding,
    advice, state)
on conflict (shard, id) do update set class = excluded.class, bill_fen = excluded.bill_fen, book_fen = excluded.book_fen,
  finding = excluded.finding, advice = excluded.advice, last_seen_at = excluded.last_seen_at,
  state = excluded.state, resolution = excluded.resolution, resolved_by = excluded.resolved_by,
  resolved_at = excluded.resolved_at, reason = null
where d.state in ('open', 'waiting') or d.resolved_by = '${BY_RULE}' or d.class <> excluded.class
  or (d.bill_fen, d.book_fen) is distinct from (excluded.bill_fen, excluded.book_fen)`;

const CLEAR = `
update reconciliation_differences set state = 'resolved', resolution = 'cleared', resolved_by = $3, resolved_at = $4
where provider = $1 and day = $2 and state in ('open', 'waiting', 'held') and id <> all ($5)`;

/** Also of what a person has decided, so that what a day's sums are made of can be told from what is gone. */
const SEEN = `
update reconciliation_differences set last_seen_at = $3 where provider = $1 and day = $2 and id = any ($4)`;

/** Writes the outcome of comparing a day: what differs now, and what no longer does. */
export async function writeDifferences(
  query: Query,
  { provider, day }: { readonly provider: string; readonly day: string },
  judged: readonly JudgedDifference[],
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const rows = judged.map(({ difference, ...rest }) => {
    const movement = difference.bill ?? difference.book;
    if (!movement) throw new Error('a difference of nothing');
    return { ...rest, difference, movement, id: idOf(provider, day, difference.key) };
  });
  if (rows.length > 0) {
    await query(UPSERT, [
      provider,
      day,
      BY_RULE,
      now,
      rows.map((row) => (row.orderId === null ? 0 : shardOfOrder(row.orderId))),
      rows.map((row) => row.id),
      rows.map((row) => row.difference.class),
      rows.map((row) => row.movement.kind),
      rows.map((row) => row.movement.merchantOrderNo),
      rows.map((row) => row.movement.providerTxn),
      rows.map((row) => row.movement.refundNo),
      rows.map((row) => row.orderId),
      rows.map((row) => row.difference.bill?.amountFen ?? null),
      rows.map((row) => row.difference.book?.amountFen ?? null),
      rows.map((row) => row.finding),
      rows.map((row) => row.advice),
      rows.map((row) => stateOf(row.difference)),
    ]);
  }
  const ids = rows.map((row) => row.id);
  await query(CLEAR, [provider, day, BY_RULE, now, ids]);
  await query(SEEN, [provider, day, now, ids]);
}

function stateOf(difference: Difference): DifferenceState {
  if (difference.isWaiting) return 'waiting';
  return difference.class === 'cross-day' ? 'resolved' : 'open';
}

/** A difference that a person may decide, or null. */
export async function openDifference(query: Query, id: bigint): Promise<StoredDifference | null> {
  const rows = await query<StoredDifference>(
    `select ${COLUMNS} from reconciliation_differences where id = $1 and state in ('open', 'held')`,
    [id],
  );
  return rows[0] ?? null;
}

export interface Decision {
  readonly resolution: Resolution;
  readonly reason: string;
  readonly by: string;
  readonly atMs: number;
}

/** Writes a person's decision; false when there is no such difference, or none that is open or held. */
export async function resolveDifference(query: Query, id: bigint, decision: Decision): Promise<boolean> {
  const rows = await query(
    `update reconciliation_differences set state = case $2 when 'held' then 'held' else 'resolved' end, resolution = $2,
       reason = $3, resolved_by = $4, resolved_at = $5
     where id = $1 and state in ('open', 'held') returning id`,
    [id, decision.resolution, decision.reason, decision.by, new Date(decision.atMs)],
  );
  return rows.length > 0;
}
