import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { endOrphanPostgres, startEmbeddedPostgres } from '../../../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { becomeCoordinator, isDistributed, spreadTables } from './spread-over-citus.ts';
import { quickestPlace, sweepFolders, throwAwayFolder } from './throw-away-folder.ts';

/** What `freshDatabase` needs; travels to the test workers in an environment variable. */
export type TestPostgres = { url: string; template: string };

const variable = 'HUIMIN_TEST_POSTGRES';
const folderPrefix = 'huimin-test-postgres-';

/** The server started for this run, or null when no global setup has run. */
export function currentTestPostgres(): TestPostgres | null {
  const text = process.env[variable];
  return text ? (JSON.parse(text) as TestPostgres) : null;
}

/**
 * Starts one throw-away PostgreSQL (or takes TEST_DATABASE_URL), migrates one template database and announces it to
 * child processes. Returns the way to take everything down again, which may be asked for twice.
 */
export async function startTestPostgres(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startThrowAway();
  const template = `huimin_template_${process.pid}_${Date.now().toString(36)}`;
  try {
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${template}`));
    const templateUrl = databaseUrl(server.url, template);
    if (isDistributed()) await becomeCoordinator(templateUrl);
    await migrate({ databaseUrl: templateUrl });
    if (isDistributed()) await spreadTables(templateUrl, server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env[variable] = JSON.stringify({ url: server.url, template } satisfies TestPostgres);
  const stopAll = async () => {
    delete process.env[variable];
    if (given) await onServer(server.url, (client) => client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`));
    await server.stop();
  };
  let stopped: Promise<void> | null = null;
  return () => {
    stopped ??= stopAll();
    return stopped;
  };
}

/** The same server and login, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs something on a short connection to the server's own database. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const place = quickestPlace();
  await sweepFolders(folderPrefix, endOrphanPostgres, place);
  const dataDir = throwAwayFolder(folderPrefix, place);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  // Temporary files of the tests and of all that they start are beside it, and go with it.
  const former = process.env.TMPDIR;
  process.env.TMPDIR = join(dataDir, 'tmp');
  mkdirSync(process.env.TMPDIR);
  return {
    url: server.url,
    async stop() {
      if (former === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = former;
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
