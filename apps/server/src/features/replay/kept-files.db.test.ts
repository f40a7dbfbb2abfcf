import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { keptFiles } from './kept-files.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test('a file that nobody has is asked for without reading the log, however the database sorts', async () => {
  await database.query(`alter table log_entries alter column key type text collate "und-x-icu"`);
  await database.query(
    `insert into log_entries (key, entry, appended_at)
     select 'sealed/' || n, '\\x00', now() from generate_series(1, 20000) as n`,
  );
  await database.query(`insert into log_entries values ('build/${'a'.repeat(32)}', '\\x00', now())`);
  await database.query('analyze log_entries');
  const asked: string[] = [];
  const nothing = async () => null;
  const files = keptFiles(
    {
      store: { get: nothing } as never,
      database: {
        ...database,
        query: (text, values) => {
          asked.push(text);
          return database.query(text, values);
        },
      },
    },
    { assetAt: nothing, file: nothing, table: nothing },
  );
  expect(await files.file('0'.repeat(64))).toBeNull();
  expect(asked).toHaveLength(1);
  const plan = await database.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${asked[0]}`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
});
