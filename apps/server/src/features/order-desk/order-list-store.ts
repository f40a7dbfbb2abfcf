import type { Query } from '../../db/database.ts';
import type { Conditions } from './order-scope.ts';

export interface OrderLineRow {
  readonly shard: number;
  readonly id: bigint;
  readonly status: number;
  readonly premium_fen: number;
  readonly insured_count: number;
  readonly policyholder_sealed: Buffer;
  readonly city: string | null;
  readonly method: string | null;
  readonly source: string | null;
  readonly kind: string;
  readonly created_at: number;
}

/**
 * A page of orders, the latest first. The page is found in the index of all orders by time, which holds what a list is
 * narrowed by, and only its orders are read.
 */
export async function findOrders(query: Query, conditions: Conditions, limit: number): Promise<OrderLineRow[]> {
  const { text, values } = conditions;
  return query<OrderLineRow>(
    `with page as materialized (
       select o.shard, o.id from orders o where ${text} order by o.created_at desc, o.id desc limit $${values.length + 1}
     )
     select o.shard, o.id, o.status, o.premium_fen, o.insured_count, o.policyholder_sealed, o.city, o.method, o.source,
       o.kind, o.created_at
     from page p join orders o on o.shard = p.shard and o.id = p.id
     order by o.created_at desc, o.id desc`,
    [...values, limit],
  );
}

interface Figures {
  readonly orders: number;
  readonly received_fen: number;
  readonly unpaid: number;
  readonly reviewing: number;
  readonly oldest: number | null;
}

/** Since a moment, and of what waits; conditions are those on the orders `o`. */
export async function orderFigures(
  query: Query,
  scope: Conditions,
  fromMs: number,
  /** Requests by which refunds wait for the second person, and no longer for the first. */
  second: readonly number[],
): Promise<Figures> {
  const { text, values } = scope;
  const [from, waiting] = [`$${values.length + 1}::timestamptz`, `$${values.length + 2}::integer[]`];
  const [row] = await query<Figures>(
    `select
       (select count(*)::integer from orders o where o.created_at >= ${from} and ${text}) as orders,
       (select coalesce(sum(p.amount_fen), 0)::float8 from payments p
          ${text === 'true' ? '' : 'join orders o on o.shard = p.shard and o.id = p.order_id'}
        where p.received_at >= ${from} and p.purpose = 'premium' and ${text}) as received_fen,
       (select count(*)::integer from orders o where o.status in (20, 25) and ${text}) as unpaid,
       waiting.reviewing, waiting.oldest
     from (
       select count(*)::integer as reviewing, min(r.created_at) as oldest
       from refunds r join orders o on o.shard = r.shard and o.id = r.order_id
       where r.state = 'REVIEWING' and (r.review_approval is null or r.review_approval <> all (${waiting})) and ${text}
     ) waiting`,
    [...values, new Date(fromMs), second],
  );
  return row as Figures;
}
