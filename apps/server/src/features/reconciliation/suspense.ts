import type { Query } from '../../db/database.ts';
import { postOrders } from '../ledger/index.ts';

const SYNC = `
with wanted as (
  select d.shard, d.id, d.provider, coalesce(d.order_id, 0) as order_id,
    case when d.state <> 'held' then 0
      when d.class = 'state' then -coalesce(d.bill_fen, 0)
      when d.kind = 'refund' then coalesce(d.book_fen, 0) - coalesce(d.bill_fen, 0)
      else coalesce(d.bill_fen, 0) - coalesce(d.book_fen, 0) end as fen
  from reconciliation_differences d
  where d.provider = $1 and d.day = $2 and d.kind in ('payment', 'refund')
), now_held as (
  select w.*, coalesce(sum(e.amount_fen), 0) as held_fen, coalesce(max(e.seq), 0) as last
  from wanted w left join suspense_entries e on e.shard = w.shard and e.difference_id = w.id
  group by w.shard, w.id, w.provider, w.order_id, w.fen
)
insert into suspense_entries (shard, difference_id, seq, order_id, provider, amount_fen, at)
select shard, id, last + 1, order_id, provider, fen - held_fen, $3 from now_held where fen <> held_fen
on conflict do nothing
returning shard, order_id`;

/**
 * Brings what stands in suspense in line with what of a day is held: held differences are put there, decided or changed ones
 * taken out again. The ledger follows at once. Safe to repeat.
 */
export async function syncSuspense(
  query: Query,
  { provider, day }: { readonly provider: string; readonly day: string },
  nowMs: number,
): Promise<void> {
  const changed = await query<{ shard: number; order_id: bigint }>(SYNC, [provider, day, new Date(nowMs)]);
  const orders = changed.map(({ shard, order_id: orderId }) => ({ shard, orderId }));
  await postOrders(query, orders, nowMs);
}
