import { readFileSync } from 'node:fs';
import pg from 'pg';

const SPREAD = new URL('../../apps/server/migrations/distributed/citus.sql', import.meta.url);

/** Before the migrations: the database becomes a cluster of one node, which plans statements as one of many does. */
export async function becomeCoordinator(databaseUrl: string): Promise<void> {
  const { hostname, port } = new URL(databaseUrl);
  const node = [hostname, Number(port || 5432)];
  await on(databaseUrl, async (client) => {
    await client.query('create extension citus');
    await client.query('select citus_set_coordinator_host($1, $2)', node);
    await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, node);
  });
}

/** After the migrations: spreads the tables, and has nobody in the database any more, so that it can be copied. */
export async function spreadTables(databaseUrl: string, serverUrl: string): Promise<void> {
  await on(databaseUrl, (client) => client.query(readFileSync(SPREAD, 'utf8')));
  const name = new URL(databaseUrl).pathname.slice(1);
  await on(serverUrl, async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    // Citus keeps a worker of its own in every database.
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
  });
}

async function on(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
