import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type Query } from '../../db/database.ts';
import { firstIdAt, shardOfUser } from '../../security/order-ids.ts';
import { policiesOfPeople, policiesOfPerson, recordIssuedPolicies } from './person-policies-store.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, maxConnections: 2 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const USER = 77n;
const SHARD = shardOfUser(USER);
const person = (n: number): Buffer => Buffer.from(n.toString(16).padStart(32, '0'), 'hex');
const PERSON = `decode(lpad(to_hex(n), 32, '0'), 'hex')`;

/** All orders are of one account, one a minute. */
const FIRST_AT = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;
const orderId = (n: number): bigint => firstIdAt(FIRST_AT + n * MINUTE_MS);
const ORDER = `(${orderId(0)} + n * ${orderId(1) - orderId(0)})`;
const POLICY = `(${ORDER} * 16 + 1)`;
const KEY = `decode(lpad(to_hex(n + 100000), 32, '0'), 'hex')`;

const MANY = [
  `insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
     unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
     automatic_reapplication, created_at, expires_at)
   select ${SHARD}, ${ORDER}, ${USER}, n::text, ${KEY}, 'e', 2027, 'basic', 50, 15800, 15800, 1, '',
     '', '[]', false, $1, $1 from generate_series(1, 20000) n`,
  `insert into insured (shard, id, order_id, person_index, details_sealed, relationship, region_code, sex, birth_year, premium_fen)
   select ${SHARD}, ${POLICY}, ${ORDER}, ${PERSON}, '', '00', '320500', 'f', 1980, 15800 from generate_series(1, 20000) n where $1::timestamptz is not null`,
  `insert into policies (shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at, issued_at)
   select ${SHARD}, ${POLICY}, ${ORDER}, ${USER}, 'e', 2027, 0, 15800, $1, $1 from generate_series(1, 20000) n`,
  `insert into policies_by_person (person_index, policy_id, shard)
   select ${PERSON}, ${POLICY}, ${SHARD} from generate_series(1, 20000) n where n <> 5 and $1::timestamptz is not null`,
  `insert into person_claims (person_index, edition_code, claim_key, user_id, claimed_at, expires_at)
   select ${PERSON}, 'e', ${KEY}, ${USER}, $1::timestamptz + n * interval '1 minute', 'infinity' from generate_series(1, 20000) n where n <> 6`,
  `insert into upgrades (shard, id, order_id, base_order_id, policy_id, from_plan, plan_code, premium_fen, status, created_at, issued_at)
   select ${SHARD}, ${ORDER} * 16 + 9, ${ORDER}, ${ORDER}, ${POLICY}, 'basic', 'upgraded', 10000, 0, $1, $1 from generate_series(1, 20000) n where n <> 6`,
];

test('a person is found by either way, once, and by an index in every step', async () => {
  for (const text of MANY) await database.query(text, [new Date(FIRST_AT)]);
  await database.query('analyze');
  // By the record alone, by the claim alone, by both.
  for (const n of [6, 5, 77]) {
    const raised = n !== 6;
    expect(await policiesOfPerson(database.query, person(n))).toMatchObject([
      { order_id: orderId(n), plan_code: raised ? 'upgraded' : 'basic', premium_fen: raised ? 25_800 : 15_800 },
    ]);
  }
  expect(await policiesOfPerson(database.query, person(30_000))).toEqual([]);
  const several = await policiesOfPeople(database.query, [5, 6, 77].map(person));
  expect(several.map((row) => row.order_id)).toEqual([77, 6, 5].map(orderId));

  const plans: PlanNode[] = [];
  const explaining: Query = async (text, values) => {
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    if (row) plans.push(row['QUERY PLAN'][0].Plan);
    return database.query(text, values) as never;
  };
  for (const n of [5, 77, 30_000]) {
    plans.length = 0;
    await policiesOfPerson(explaining, person(n));
    expect(plans).toHaveLength(5);
    expect(JSON.stringify(plans)).not.toContain('Seq Scan');
    // Of an account's orders only those around the moment are gone through, and none where the record knows the person.
    expect(plans.reduce((sum, plan) => sum + ordersRead(plan), 0)).toBeLessThan(n === 5 ? 80 : 2);
  }
});

interface PlanNode {
  readonly Plans?: readonly PlanNode[];
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
}

function ordersRead(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const below = (node.Plans ?? []).reduce((sum, child) => sum + ordersRead(child), 0);
  return below + (node['Relation Name'] === 'orders' ? own : 0);
}

test('recording twice is recording once', async () => {
  const order = [{ shard: SHARD, order_id: orderId(5) }];
  await recordIssuedPolicies(database.query, order);
  await recordIssuedPolicies(database.query, order);
  const rows = await database.query(`select policy_id, shard from policies_by_person where person_index = $1`, [
    person(5),
  ]);
  expect(rows).toEqual([{ policy_id: orderId(5) * 16n + 1n, shard: SHARD }]);
});
