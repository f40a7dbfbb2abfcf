import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import { keyOf } from './known-people.ts';
import type { PeopleDependencies } from './people-deps.ts';

/**
 * Of these people those whom somebody may see: whose scope is everything, everybody; otherwise whoever pays for or is insured by
 * an order within it.
 */
export async function visiblePeople(
  { editions }: Pick<PeopleDependencies, 'editions'>,
  query: Query,
  scope: StaffScope,
  people: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (seesAll(scope)) return new Set(people.map(keyOf));
  const within = new Conditions();
  withinOrders(within, editions, scope);
  const { text } = within;
  const rows = await query<{ index: Buffer }>(
    `select g.index from unnest(${within.value(people)}::bytea[]) as g(index)
     where exists (select 1 from orders o where o.policyholder_index = g.index and ${text})
       or exists (
         select 1 from policies_by_person b
         join policies p on p.shard = b.shard and p.id = b.policy_id
         join orders o on o.shard = p.shard and o.id = p.order_id
         where b.person_index = g.index and ${text})
       or exists (
         select 1 from people k
         join insured i on i.shard = k.shard and i.id = k.row_id
         join orders o on o.shard = i.shard and o.id = i.order_id
         where k.person_index = g.index and k.source = 'insured' and ${text})`,
    within.values,
  );
  return new Set(rows.map((row) => keyOf(row.index)));
}

/** Of these orders those within a scope, by id. */
export async function visibleOrders(
  { editions }: Pick<PeopleDependencies, 'editions'>,
  query: Query,
  scope: StaffScope,
  orders: readonly { readonly shard: number; readonly order_id: bigint }[],
): Promise<ReadonlySet<bigint>> {
  if (seesAll(scope)) return new Set(orders.map((order) => order.order_id));
  const within = new Conditions();
  withinOrders(within, editions, scope);
  const shards = within.value(orders.map((order) => order.shard));
  const ids = within.value(orders.map((order) => order.order_id));
  const rows = await query<{ id: bigint }>(
    `select o.id from unnest(${shards}::smallint[], ${ids}::bigint[]) as g(shard, id)
     join orders o on o.shard = g.shard and o.id = g.id where ${within.text}`,
    within.values,
  );
  return new Set(rows.map((row) => row.id));
}

const seesAll = ({ insurers, cities, channels }: StaffScope): boolean =>
  insurers === null && cities === null && channels === null;
