import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { amongDue } from './due-rows.ts';

let fresh: FreshDatabase;
let database: Database;
const LETTERS = 5_000;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  const { query } = database;
  await query(
    `create table letters (shard smallint, id bigint, due_at timestamptz, lease_until timestamptz, primary key (shard, id))
     with (autovacuum_enabled = off)`,
  );
  await query('create index letters_due on letters (due_at) where due_at is not null');
  await query(`insert into letters select n % 256, n, null, null from generate_series(1, ${LETTERS}) n`);
  // A quiet hour: nothing is due. Then everything is.
  await query('analyze letters');
  await query(`update letters set due_at = now() - interval '1 hour'`);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const LEASE = `
  with due as materialized (select shard, id from letters where due_at <= now() order by due_at limit 20)
  update letters set lease_until = now() + interval '1 hour', due_at = now() + interval '1 hour'
  where ${amongDue('due_at <= now()')} returning id`;

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);

test('of many that are due suddenly, as many are looked at as are taken', async () => {
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${LEASE}`);
  // Found, twice read out of what was found, changed and handed back.
  expect(rowsOf((row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan)).toBeLessThan(20 * 8);
  const taken = await database.query<{ id: bigint }>(LEASE);
  expect(taken).toHaveLength(20);
  expect(await database.query('select 1 as one from letters where lease_until is not null')).toHaveLength(40);
});

test('two that take at once take different rows', async () => {
  const ids = (await Promise.all([1, 2, 3].map(() => database.query<{ id: bigint }>(LEASE))))
    .flat()
    .map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(0);
});
