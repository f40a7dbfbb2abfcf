import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endOrphanPostgres, startEmbeddedPostgres } from '../../../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { processIdentity } from '../../../apps/server/src/db/process-identity.ts';

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
 * child processes. Returns the way to take everything down again.
 */
export async function startTestPostgres(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startThrowAway();
  const template = `huimin_template_${process.pid}_${Date.now().toString(36)}`;
  try {
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${template}`));
    await migrate({ databaseUrl: databaseUrl(server.url, template) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env[variable] = JSON.stringify({ url: server.url, template } satisfies TestPostgres);
  return async () => {
    delete process.env[variable];
    if (given) await onServer(server.url, (client) => client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`));
    await server.stop();
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
  await sweepLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), folderPrefix));
  writeFileSync(join(dataDir, 'owner'), `${process.pid} ${processIdentity(process.pid)}`);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Clears away what a killed test run left behind; runs that are still going are not touched. */
async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), name);
    try {
      const [pid, identity] = readFileSync(join(dataDir, 'owner'), 'utf8').split(' ');
      if (processIdentity(Number(pid)) === identity) continue;
      await endOrphanPostgres(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another account's folder, or one being made right now.
    }
  }
}
