import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase, type WriteConnection } from './database.ts';

let fresh: FreshDatabase;
let database: Database;
let connection: WriteConnection;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await database.query('create table shelves (id bigint primary key, label text, width integer not null)');
  await database.query(`insert into shelves values (1, '左', 30), (2, null, 40)`);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(async () => {
  connection = await database.openWriteConnection();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await connection.close();
});

const READ = 'select id, label, width from shelves where id = $1';

test('a connection is asked once which columns a statement has, and reads every run by them', async () => {
  const describe = vi.spyOn(pg.Connection.prototype, 'describe');
  const parse = vi.spyOn(pg.Connection.prototype, 'parse');
  expect(await connection.query(READ, [1n])).toEqual([{ id: 1n, label: '左', width: 30 }]);
  expect(await connection.query(READ, [2n])).toEqual([{ id: 2n, label: null, width: 40 }]);
  expect(await connection.query(READ, [3n])).toEqual([]);
  expect([describe.mock.calls.length, parse.mock.calls.length]).toEqual([1, 1]);
});

test('what returns nothing returns no rows, the second time too, without being asked for its columns', async () => {
  const describe = vi.spyOn(pg.Connection.prototype, 'describe');
  for (const width of [41, 42]) {
    expect(await connection.query('update shelves set width = $1 where id = 2', [width])).toEqual([]);
  }
  expect(describe).toHaveBeenCalledTimes(1);
  expect(await connection.query(READ, [2n])).toEqual([{ id: 2n, label: null, width: 42 }]);
});

test('a run that fails is told with its code and its caller, and the same statement runs after it', async () => {
  const divide = 'select 10 / $1::integer as share';
  const failing = connection.query(divide, [0]);
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect((await failing.catch((error: Error) => error)) as Error).toHaveProperty(
    'stack',
    expect.stringContaining('named-statement.ts'),
  );
  expect(await connection.query(divide, [5])).toEqual([{ share: 2 }]);
  await expect(connection.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
  expect(await connection.query(divide, [2])).toEqual([{ share: 5 }]);
});

test('values that cannot be sent are refused before anything is, and the next statement is not held up', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  await expect(connection.query('select $1::jsonb as value', [circular])).rejects.toThrow(/circular/i);
  expect(await connection.query('select $1::jsonb as value', [{ whole: true }])).toEqual([{ value: { whole: true } }]);
});

test('an answer that cannot be read is an error, not a row without it', async () => {
  await expect(connection.query(`select '{1,2'::text::json as value`)).rejects.toThrow(/json/i);
  vi.spyOn(pg.types, 'getTypeParser').mockReturnValueOnce((() => {
    throw new Error('not to be read');
  }) as never);
  await expect(connection.query('select 7 as seven')).rejects.toThrow('not to be read');
  expect(await connection.query('select 8 as eight')).toEqual([{ eight: 8 }]);
});

test('a statement whose columns change is told by the database, and read anew by another connection', async () => {
  const all = 'select * from shelves where id = 1';
  expect(await database.query(all)).toEqual([{ id: 1n, label: '左', width: 30 }]);
  await database.query('alter table shelves add column height integer');
  // A connection that failed goes; the pool takes another, which is asked for the columns.
  await expect(database.query(all)).rejects.toMatchObject({ code: '0A000' });
  expect(await database.query(all)).toEqual([{ id: 1n, label: '左', width: 30, height: null }]);
});

test('rows cannot be copied in by it, and the connection stays usable', async () => {
  await expect(connection.query('copy shelves from stdin')).rejects.toMatchObject({ code: '57014' });
  expect(await connection.query('select 1 as one')).toEqual([{ one: 1 }]);
});
