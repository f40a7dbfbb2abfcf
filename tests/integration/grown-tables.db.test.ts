import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../../apps/server/src/db/database.ts';
import { eventually, loggedIn, openShop, pay, placeOrder, type Shop } from './shop.ts';

const SOLD_MEANWHILE = 3_000;
/** More often than a statement is planned for its values before one plan is kept for all. */
const OFTEN = 12;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const database = () => (shop.servers[0] as Shop['servers'][number]).deps.database;

/** How often policies were gone through from the beginning, and how many of them were read by that. */
async function goneThrough(): Promise<{ readonly byIndex: number; readonly rows: number }> {
  const [row] = await database().query<{ byIndex: bigint; rows: bigint }>(
    `select idx_scan as "byIndex", seq_tup_read as rows from pg_stat_user_tables where relname = 'policies'`,
  );
  return { byIndex: Number(row?.byIndex), rows: Number(row?.rows) };
}

/** How many policies the plans believe in. */
async function known(): Promise<number> {
  const [row] = await database().query<{ reltuples: number }>(
    `select reltuples from pg_class where relname = 'policies'`,
  );
  return row?.reltuples ?? 0;
}

test('rows that were being written while statistics were taken are counted afterwards', async () => {
  const { query, transaction } = database();
  await query('create table growing (row integer) with (autovacuum_enabled = off)');
  const table = `select relpages, reltuples from pg_class where relname = 'growing'`;
  const facts = async (ask: Query) => (await ask<{ relpages: number; reltuples: number }>(table))[0];
  await transaction(async (inside) => {
    await inside(`insert into growing select * from generate_series(1, ${SOLD_MEANWHILE})`);
    await eventually(
      () => facts(inside),
      (now) => (now?.relpages ?? 0) > 0,
    );
  });
  expect(
    (
      await eventually(
        () => facts(query),
        (now) => (now?.reltuples ?? 0) > 0,
      )
    )?.reltuples,
  ).toBe(SOLD_MEANWHILE);
});

test('what is planned while a shop is empty is planned anew as soon as it sells', async () => {
  const { query } = database();
  // The database takes statistics by itself too, in its own time.
  await query('alter table policies set (autovacuum_enabled = off)');
  const buyer = await loggedIn(shop, people.linMei);
  const { orderNo } = await placeOrder(buyer, [people.linMei]);
  await pay(buyer, orderNo, shop.sandbox);
  const list = () => buyer.value('selectListPolicy', {});
  await eventually(list, ({ policies }) => policies.length === 1);
  // One after the other, so that one connection keeps the plan.
  for (let time = 0; time < OFTEN; time++) await list();
  await query(
    `insert into policies select (jsonb_populate_record(null::policies,
       to_jsonb(one) || jsonb_build_object('id', one.id + n, 'order_id', one.order_id + n, 'user_id', n))).*
     from (select * from policies limit 1) one, generate_series(1, ${SOLD_MEANWHILE}) n`,
  );
  // By the job, which may be at it already.
  await eventually(known, (rows) => rows === SOLD_MEANWHILE + 1);
  const before = await goneThrough();
  for (let time = 0; time < OFTEN; time++) expect((await list()).policies).toHaveLength(1);
  // Connections tell what they did within a second or two.
  const after = await eventually(goneThrough, ({ byIndex }) => byIndex >= before.byIndex + OFTEN);
  expect(after.rows - before.rows).toBe(0);
});
