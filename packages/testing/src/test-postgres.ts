import pg from 'pg';

/** What `freshDatabase` needs; travels to the test workers in an environment variable. */
export type TestPostgres = { url: string; template: string };

const variable = 'HUIMIN_TEST_POSTGRES';

/** Whether the tests run on a database whose tables are spread: TEST_DISTRIBUTED=1, TEST_DATABASE_URL on a Citus coordinator. */
export const isDistributed = (): boolean => process.env.TEST_DISTRIBUTED === '1';

/** Tells this process and those it begins which server there is; null: there is none any more. */
export function announceTestPostgres(server: TestPostgres | null): void {
  if (server === null) delete process.env[variable];
  else process.env[variable] = JSON.stringify(server);
}

/** The server started for this run, or null when no global setup has run. */
export function currentTestPostgres(): TestPostgres | null {
  const text = process.env[variable];
  return text ? (JSON.parse(text) as TestPostgres) : null;
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
