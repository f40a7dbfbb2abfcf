import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { noteHolders, type OrdersOfAccounts } from '../account/index.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import { type Owner, VOID_POLICIES } from './order-store.ts';

interface Dependencies extends Core {
  readonly editions: EditionStore;
}

/** What an account has to know of its orders. */
export function ordersOfAccounts(deps: Dependencies): OrdersOfAccounts {
  const { query } = deps.database;
  return {
    has: async (inside, user) =>
      (await inside('select 1 as found from orders where shard = $1 and user_id = $2 limit 1', [user.shard, user.id]))
        .length === 1,
    hasEarlier: async (user) => (await earlierEditions(deps, query, user)).length > 0,
    async covers(user) {
      const rows = await query<{ code: string; editionYear: number; people: bigint }>(
        `select o.edition_code as code, o.edition_year as "editionYear", count(*) as people
         from orders o join insured i on i.shard = o.shard and i.order_id = o.id
           left join policies p on p.shard = i.shard and p.id = i.id
         where o.shard = $1 and o.user_id = $2 and o.paid_at is not null and not coalesce(p.status = any($3), false)
         group by o.edition_code, o.edition_year order by o.edition_year desc, o.edition_code limit 10`,
        [user.shard, user.id, VOID_POLICIES],
      );
      return rows.map(({ code, editionYear, people }) => ({
        editionYear,
        productName: deps.editions.edition(code)?.document.proName ?? '',
        people: Number(people),
      }));
    },
    async newestHolder(user, on = query) {
      const [row] = await on<{ sealed: Buffer }>(
        `select policyholder_sealed as sealed from orders
         where shard = $1 and user_id = $2 and paid_at is not null order by id desc limit 1`,
        [user.shard, user.id],
      );
      return row ? deps.vault.openJson<PersonDetails>('policyholder', row.sealed) : null;
    },
  };
}

/** Years of editions before the one on sale in which this owner paid for somebody. */
async function earlierEditions(deps: Dependencies, query: Query, user: Owner): Promise<number[]> {
  const current = deps.editions.edition()?.document.editionYear;
  if (current === undefined) return [];
  const rows = await query<{ year: number }>(
    `select distinct edition_year as year from orders
     where shard = $1 and user_id = $2 and paid_at is not null and edition_year < $3`,
    [user.shard, user.id, current],
  );
  return rows.map((row) => row.year);
}

/** Whose accounts these paid orders show. Safe to repeat. */
export async function noteHoldersOf(core: Core, orders: readonly { shard: number; order_id: bigint }[]): Promise<void> {
  const rows = await core.database.query<{ id: bigint; shard: number; personIndex: Buffer; sealed: Buffer }>(
    `select user_id as id, shard, policyholder_index as "personIndex", policyholder_sealed as sealed from orders
     where shard = any($1) and id = any($2) and kind <> 'group' order by id`,
    [[...new Set(orders.map((order) => order.shard))], orders.map((order) => order.order_id)],
  );
  await noteHolders(
    core,
    rows.map(({ id, shard, personIndex, sealed }) => ({
      user: { id, shard },
      personIndex,
      name: core.vault.openJson<PersonDetails>('policyholder', sealed).name,
    })),
  );
}

/** Whose accounts bought which edition by these orders. */
export async function buyersOf(
  query: Query,
  orders: readonly { shard: number; order_id: bigint }[],
): Promise<{ orderId: bigint; userId: bigint; editionCode: string }[]> {
  return query(
    `select id as "orderId", user_id as "userId", edition_code as "editionCode" from orders
     where shard = any($1) and id = any($2) order by id`,
    [[...new Set(orders.map((order) => order.shard))], orders.map((order) => order.order_id)],
  );
}
