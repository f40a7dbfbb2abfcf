import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type Query } from '../../db/database.ts';
import { shardOfUser } from '../../security/order-ids.ts';
import { policiesOfPerson, recordIssuedPolicies } from './person-policies-store.ts';

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

const MANY = [
  `insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
     unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
     automatic_reapplication, created_at, expires_at)
   select ${SHARD}, n, case when n = 5 then ${USER} else n % 1000 end, n::text, '', 'e', 2027, 'basic', 50, 15800, 15800, 1, '',
     '', '[]', false, $1, $1 from generate_series(1, 20000) n`,
  `insert into insured (shard, id, order_id, person_index, details_sealed, relationship, region_code, sex, birth_year, premium_fen)
   select ${SHARD}, n * 16 + 1, n, ${PERSON}, '', '00', '320500', 'f', 1980, 15800 from generate_series(1, 20000) n where $1::timestamptz is not null`,
  `insert into policies (shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at, issued_at)
   select ${SHARD}, n * 16 + 1, n, case when n = 5 then ${USER} else n % 1000 end, 'e', 2027, 0, 15800, $1, $1 from generate_series(1, 20000) n`,
  `insert into policies_by_person (person_index, policy_id, shard)
   select ${PERSON}, n * 16 + 1, ${SHARD} from generate_series(1, 20000) n where n <> 5 and $1::timestamptz is not null`,
  `insert into person_claims (person_index, edition_code, claim_key, user_id, claimed_at, expires_at)
   select ${PERSON}, 'e', '', ${USER}, $1, 'infinity' from generate_series(1, 20000) n where n <> 6`,
  `insert into upgrades (shard, id, order_id, base_order_id, policy_id, from_plan, plan_code, premium_fen, status, created_at, issued_at)
   select ${SHARD}, n * 16 + 9, n, n, n * 16 + 1, 'basic', 'upgraded', 10000, 0, $1, $1 from generate_series(1, 20000) n where n <> 6`,
];

test('a person is found by either way, once, and by an index in every step', async () => {
  for (const text of MANY) await database.query(text, [new Date(0)]);
  await database.query('analyze');
  // By the record alone, by the claim alone, by both.
  for (const n of [6, 5, 77]) {
    const raised = n !== 6;
    expect(await policiesOfPerson(database.query, person(n))).toMatchObject([
      { order_id: BigInt(n), plan_code: raised ? 'upgraded' : 'basic', premium_fen: raised ? 25_800 : 15_800 },
    ]);
  }
  expect(await policiesOfPerson(database.query, person(30_000))).toEqual([]);

  const plans: string[] = [];
  const explaining: Query = async (text, values) => {
    plans.push(JSON.stringify(await database.query(`explain (format json) ${text}`, values)));
    return database.query(text, values) as never;
  };
  await policiesOfPerson(explaining, person(77));
  expect(plans).toHaveLength(3);
  for (const plan of plans) expect(plan).not.toContain('Seq Scan');
});

test('recording twice is recording once', async () => {
  const order = [{ shard: SHARD, order_id: 5n }];
  await recordIssuedPolicies(database.query, order);
  await recordIssuedPolicies(database.query, order);
  const rows = await database.query(`select policy_id, shard from policies_by_person where person_index = $1`, [
    person(5),
  ]);
  expect(rows).toEqual([{ policy_id: 81n, shard: SHARD }]);
});
