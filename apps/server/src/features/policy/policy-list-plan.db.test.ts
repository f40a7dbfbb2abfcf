import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { POLICY_LIST } from './policy-calls.ts';

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

const MANY = `
with bought as (
  insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
    unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
    automatic_reapplication, created_at, expires_at)
  select 7, n, n % 10, n::text, '', 'e', 2027, 'basic', 50, 15800, 15800, 1, '', '', '[]', false, $1, $1
  from generate_series(1, 20000) n
)
insert into policies (shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at, issued_at)
select 7, n * 16 + 1, n, n % 10, 'e', 2027, 0, 15800, $1, $1 from generate_series(1, 20000) n`;

test('every page of the policy list starts where the one before ended, also by a plan made for all pages', async () => {
  await database.query(MANY, [new Date(0)]);
  await database.query('analyze');
  await database.query('set plan_cache_mode = force_generic_plan');
  await database.query(`prepare policy_page as ${POLICY_LIST}`);
  for (const cursor of ['null', '900', '30']) {
    const plan = JSON.stringify(await database.query(`explain (format json) execute policy_page(7, 3, ${cursor}, 21)`));
    expect(plan).toMatch(/"Index Name":"policies_by_user"/);
    expect(plan).toMatch(/"Index Cond":"[^"]*id < /);
    expect(plan).toMatch(/"Index Name":"orders_pkey"/);
    expect(plan).not.toContain('"Node Type":"Sort"');
  }
});
