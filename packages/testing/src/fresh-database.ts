import { randomBytes } from 'node:crypto';
import { currentTestPostgres, databaseUrl, onServer } from './test-postgres.ts';

export type FreshDatabase = { url: string; drop(): Promise<void> };

/**
 * A database of one's own with all migrations applied, copied from the template. Ask once per test file.
 * Needs the projects `integration` or `e2e` (files `*.db.test.ts`), whose global setup starts PostgreSQL.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = currentTestPostgres();
  if (server === null) {
    throw new Error('No test PostgreSQL: name the file *.db.test.ts or put it in tests/integration.');
  }
  return copied(server.url, server.template);
}

/** The same once more, as a backup brings it back. Nobody may be connected to the first meanwhile. */
export function copyOfDatabase(database: Pick<FreshDatabase, 'url'>): Promise<FreshDatabase> {
  const server = currentTestPostgres();
  if (server === null) throw new Error('There is no test PostgreSQL.');
  return copied(server.url, new URL(database.url).pathname.slice(1));
}

async function copied(serverUrl: string, template: string): Promise<FreshDatabase> {
  const name = `huimin_test_${randomBytes(6).toString('hex')}`;
  // A copy of its files; written to the log page by page, as by default, it takes several times as long.
  const copy = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY = file_copy`;
  await onServer(serverUrl, (client) => client.query(copy));
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
