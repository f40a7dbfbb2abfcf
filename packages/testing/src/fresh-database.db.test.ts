import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';

let first: FreshDatabase;
let second: FreshDatabase;
beforeAll(async () => {
  [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('what one test file stores is not seen by another', async () => {
  await query(first.url, 'CREATE TABLE mine (value integer)');
  await query(first.url, 'INSERT INTO mine VALUES (1)');
  expect(await query(first.url, 'SELECT value FROM mine')).toEqual([{ value: 1 }]);
  await expect(query(second.url, 'SELECT value FROM mine')).rejects.toThrow(/does not exist/);
});

test('the migrations are applied already', async () => {
  const rows = await query(first.url, 'SELECT number FROM schema_migrations ORDER BY number');
  expect(rows).toContainEqual({ number: 1 });
});
