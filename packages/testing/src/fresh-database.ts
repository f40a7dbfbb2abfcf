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
  const name = `huimin_test_${randomBytes(6).toString('hex')}`;
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${server.template}`));
  return {
    url: databaseUrl(server.url, name),
    drop: () => onServer(server.url, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
