import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type Query } from '../../db/database.ts';
import { ordersOfOwner } from './order-store.ts';

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

test('every page of an order list starts where the one before ended, also by a plan made for all pages', async () => {
  await database.query(MANY_ORDERS, [new Date(0)]);
  await database.query('analyze orders');
  await database.query('set plan_cache_mode = force_generic_plan');
  const plans: string[] = [];
  const explaining: Query = async (text, values) => {
    await database.query(`prepare list_page as ${text}`);
    const given = (values ?? []).map((value) => (value === null ? 'null' : String(value))).join(', ');
    plans.push(JSON.stringify(await database.query(`explain (format json) execute list_page(${given})`)));
    return [];
  };
  await ordersOfOwner(
    explaining,
    { id: 3n, shard: 7 },
    { statuses: null, editionYear: null, paidOnly: true, beforeId: 900n, limit: 21 },
  );
  expect(plans[0]).toMatch(/"Index Name":"orders_by_user"/);
  expect(plans[0]).toMatch(/"Index Cond":"[^"]*id < /);
  expect(plans[0]).not.toContain('"Node Type":"Sort"');
});
