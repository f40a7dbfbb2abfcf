import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type Query } from '../../db/database.ts';
import { insuredOfOrders, ordersOfOwner } from './order-store.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  // One connection, so that the setting below holds for every statement.
  database = openDatabase({ url: fresh.url, maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const MANY_ORDERS = `
insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
  unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
  automatic_reapplication, created_at, expires_at)
select 7, n, n % 10, n::text, '', 'e', 2027, 'basic', 30, 15800, 15800, 1, '', '', '[]', false, $1, $1
from generate_series(1, 20000) n`;

const MANY_PEOPLE = `
with people as (
  insert into insured (shard, id, order_id, person_index, details_sealed, relationship, region_code, sex, birth_year,
    premium_fen)
  select 7, n * 16 + 1, n, '', '', '00', '320500', 'f', 1980, 15800 from generate_series(1, 20000) n
)
insert into policies (shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at)
select 7, n * 16 + 1, n, n % 10, 'e', 2027, 0, 15800, now() from generate_series(1, 20000) n`;

const MANY_UPGRADES = `
insert into upgrades (shard, id, order_id, base_order_id, policy_id, from_plan, plan_code, premium_fen, created_at, issued_at)
select 7, (n + 20000) * 16 + 1, n + 20000, n, n * 16 + 1, 'basic', 'upgraded', 10000, $1, $1
from generate_series(1, 20000) n`;

beforeAll(async () => {
  await database.query(MANY_ORDERS, [new Date(0)]);
  await database.query(MANY_PEOPLE);
  await database.query(MANY_UPGRADES, [new Date(0)]);
  await database.query('analyze');
  await database.query('set plan_cache_mode = force_generic_plan');
});

/** The plan of the one statement that `ask` makes, without making it. */
async function planOf(ask: (query: Query) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  await ask(async (text, values) => {
    const given = (values ?? []).map(asLiteral).join(', ');
    await database.query(`prepare list_page as ${text}`);
    plans.push(JSON.stringify(await database.query(`explain (format json) execute list_page(${given})`)));
    await database.query('deallocate list_page');
    return [];
  });
  expect(plans).toHaveLength(1);
  return plans[0] ?? '';
}

function asLiteral(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? `array[${value.join(', ')}]::bigint[]` : String(value);
}

const CLOSED = [70, 71];

test.each([
  ['all orders', { statuses: null, editionYear: null, paidOnly: false }],
  ['orders of one year', { statuses: null, editionYear: 2027, paidOnly: false }],
  ['orders that wait', { statuses: [10, 20, 25, 80], editionYear: null, paidOnly: false }],
  ['closed orders', { statuses: CLOSED, editionYear: null, paidOnly: false }],
  ['paid orders', { statuses: null, editionYear: null, paidOnly: true }],
])('every page of %s starts where the one before ended, also by a plan made for all pages', async (_what, list) => {
  for (const beforeId of [null, 900n, 30n]) {
    const plan = await planOf((query) => ordersOfOwner(query, { id: 3n, shard: 7 }, { ...list, beforeId, limit: 21 }));
    expect(plan).toMatch(/"Index Name":"orders_by_user"/);
    expect(plan).toMatch(/"Index Cond":"[^"]*id < /);
    expect(plan).not.toContain('"Node Type":"Sort"');
  }
});

test('the people of a page are found by their orders, with the upgrades that stand on their policies', async () => {
  const plan = await planOf((query) => insuredOfOrders(query, 7, [1n, 2n, 3n]));
  for (const index of ['insured_by_order', 'upgrades_by_order', 'policies_pkey', 'insured_pkey'])
    expect(plan).toContain(`"Index Name":"${index}"`);
  expect(plan).toMatch(/"Index Name":"upgrades_(by_policy|standing)"/);
  expect(plan).not.toContain('"Node Type":"Seq Scan"');
});
