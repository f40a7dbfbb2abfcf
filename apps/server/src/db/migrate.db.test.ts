import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

let database: FreshDatabase;
let directory: string;

beforeEach(async () => {
  database = await freshDatabase();
  await query('DROP TABLE schema_migrations');
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  rmSync(directory, { recursive: true });
  await database.drop();
});

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql);
const run = () => migrate({ databaseUrl: database.url, directory });

test('each file is applied once, in the order of its number', async () => {
  write('0002-fill.sql', 'INSERT INTO step VALUES (2)');
  write('0001-make.sql', 'CREATE TABLE step (n integer)');
  write('notes.sql', 'this is not a migration');
  expect(await run()).toEqual(['0001-make.sql', '0002-fill.sql']);
  expect(await run()).toEqual([]);
  expect(await query('SELECT n FROM step')).toEqual([{ n: 2 }]);
});

test('replicas that start together apply each file once', async () => {
  write('0001-make.sql', 'CREATE TABLE step (n integer); SELECT pg_sleep(0.2)');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001-make.sql']);
});

test('an edited migration is refused by name', async () => {
  write('0001-make.sql', 'CREATE TABLE step (n integer)');
  await run();
  write('0001-make.sql', 'CREATE TABLE step (n bigint)');
  await expect(run()).rejects.toThrow(/0001-make\.sql was edited/);
});

test('a failing migration leaves nothing of itself behind', async () => {
  write('0001-make.sql', 'CREATE TABLE step (n integer)');
  write('0002-fails.sql', 'INSERT INTO step VALUES (1); SELECT * FROM missing');
  await expect(run()).rejects.toThrow(/0002-fails\.sql failed and was rolled back: relation "missing"/);
  expect(await query('SELECT n FROM step')).toEqual([]);
  expect(await query('SELECT name FROM schema_migrations')).toEqual([{ name: '0001-make.sql' }]);
});

/** While somebody reads the table that 0002 makes wider; what `work` gets ends the reading. */
async function whileRead(work: (endReading: () => Promise<unknown>) => Promise<void>): Promise<void> {
  write('0001-make.sql', 'CREATE TABLE step (n integer)');
  await run();
  write('0002-wider.sql', 'ALTER TABLE step ADD COLUMN more integer');
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  try {
    await reader.query('BEGIN');
    await reader.query('SELECT n FROM step');
    await work(() => reader.query('COMMIT'));
  } finally {
    await reader.end();
  }
}

test('a migration that waits for a table lets those behind it through, and comes when the table is free', () =>
  whileRead(async (endReading) => {
    const told: string[] = [];
    const migrating = migrate({
      ...{ databaseUrl: database.url, directory, log: (line) => told.push(line) },
      ...{ lockTimeoutMs: 50, retryAfterMs: 20, attempts: 10_000 },
    });
    await expect.poll(() => told).toEqual(['migration 0002-wider.sql waits for a table that is in use']);
    // Would wait as long as the reader, if the migration kept its place in the queue.
    expect(await query('SELECT n FROM step')).toEqual([]);
    await endReading();
    expect(await migrating).toEqual(['0002-wider.sql']);
  }));

test('a table that is never free is told as such, and nothing is changed', () =>
  whileRead(async () => {
    const options = { databaseUrl: database.url, directory, lockTimeoutMs: 20, retryAfterMs: 1, attempts: 2 };
    await expect(migrate(options)).rejects.toThrow(/0002-wider\.sql changes was never free/);
    expect(await query('SELECT name FROM schema_migrations')).toEqual([{ name: '0001-make.sql' }]);
  }));

test('doubled and late numbers are refused', async () => {
  write('0002-second.sql', 'SELECT 1');
  await run();
  write('0001-late.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow(/0001-late\.sql is numbered before/);
  write('0002-twin.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow(/same number/);
});
