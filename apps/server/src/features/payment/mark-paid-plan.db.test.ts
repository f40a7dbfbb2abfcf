import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { MARK_PAID } from './mark-paid.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/** Statistics of a table in which every order is paid: the moment before a sale opens again. */
const PAID_ORDERS = `
insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
  unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
  automatic_reapplication, created_at, expires_at)
select n % 256, n, n, n::text, '', 'e', 2027, 'basic', 30, 15800, 15800, 1, '', '', '[]', false, $1, $1
from generate_series(1, 3000) n`;

type PlanNode = Readonly<Record<string, unknown>>;

function nodesOf(plan: unknown): PlanNode[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const inner = Object.values(plan).flatMap(nodesOf);
  return 'Node Type' in plan ? [plan as PlanNode, ...inner] : inner;
}

test('transaction B finds orders by their key, whatever the statistics say of unpaid ones', async () => {
  const database = openDatabase({ url: fresh.url });
  await database.query(PAID_ORDERS, [new Date()]);
  await database.query('analyze');
  await database.close();
  const writer = openDatabase({ url: fresh.url });
  const connection = await writer.openWriteConnection();
  await connection.query(`prepare mark_paid as ${MARK_PAID}`);
  const nothing = Array.from({ length: 4 }, () => 'null').join(', ');
  const plan = await connection.query<{ 'QUERY PLAN': unknown }>(`explain (format json) execute mark_paid(${nothing})`);
  await connection.close();
  await writer.close();
  const text = JSON.stringify(plan[0]?.['QUERY PLAN']);
  expect(text).not.toContain('orders_unpaid');
  expect(text).toContain('"Index Name":"orders_pkey"');
  expect(text).not.toContain('"Node Type":"Seq Scan"');
  // Nobody had tried to pay when the statistics were taken: the attempts must not be gone through for that.
  const [attempts] = nodesOf(plan[0]?.['QUERY PLAN']).filter(
    (node) => node['Relation Name'] === 'payment_attempts' && node['Node Type'] === 'Index Scan',
  );
  expect(attempts).toMatchObject({ 'Index Cond': expect.stringMatching(/\bid = /) });
});
