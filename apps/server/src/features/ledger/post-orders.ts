import type { Query } from '../../db/database.ts';
import { factPostings } from './facts.ts';

const TARGET = 'ledger_postings (shard, source_id, event, order_id, debit, credit, amount_fen, occurred_at, posted_at)';
const COLUMNS = 'f.shard, f.source_id, f.event, f.order_id, f.debit, f.credit, f.amount_fen, f.occurred_at';

const OF_ORDERS = (row: string): string => `${row}.shard = any($1) and ${row}.order_id = any($2)`;
/** A company's own movements are posted under the number of its group. */
const OF_GROUPS = (row: string): string => `${row}.shard = any($1) and ${row}.group_id = any($2)`;
const POST_ORDERS = `
insert into ${TARGET}
select ${COLUMNS}, $3::timestamptz from (${factPostings(OF_ORDERS('p'), OF_ORDERS('r'), OF_ORDERS('e'), OF_GROUPS('g'), OF_GROUPS('o'))}) f
on conflict do nothing`;

/**
 * Posts whatever the money of these orders (and groups) asks for and is not posted yet: one statement for any number of orders, safe
 * to repeat. May run inside the transaction that wrote a fact.
 */
export async function postOrders(
  query: Query,
  orders: readonly { readonly shard: number; readonly orderId: bigint }[],
  nowMs: number,
): Promise<void> {
  if (orders.length === 0) return;
  await query(POST_ORDERS, [
    [...new Set(orders.map(({ shard }) => shard))],
    orders.map(({ orderId }) => orderId),
    new Date(nowMs),
  ]);
}

/** Conflicts are left out first: a sweep finds nearly everything posted. */
const POST_SHARD = `
insert into ${TARGET}
select ${COLUMNS}, $2::timestamptz from (${factPostings('p.shard = $1', 'r.shard = $1', 'e.shard = $1', 'g.shard = $1', 'o.shard = $1')}) f
where not exists (
  select 1 from ledger_postings l where l.shard = $1 and l.source_id = f.source_id and l.event = f.event)
on conflict do nothing
returning source_id`;

/** Posts what a whole bucket asks for and is not posted yet; answers how many postings were missing. */
export async function postShard(query: Query, shard: number, nowMs: number): Promise<number> {
  return (await query(POST_SHARD, [shard, new Date(nowMs)])).length;
}
