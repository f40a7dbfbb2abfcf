import { PAYMENT_METHODS } from '@huimin/contract';
import { keysFromVectors, type SandboxKeys } from '@huimin/sandbox';
import { createTestClock, type FreshDatabase, freshDatabase } from '@huimin/testing';
import pg from 'pg';
import { seed as seedEditions } from '../../apps/server/seed/seed.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { type Courier, openCourier } from './courier.ts';

/** What many runs one after the other share; every run begins with the same empty shop. */
export interface Stage {
  readonly databaseUrl: string;
  readonly keys: SandboxKeys;
  readonly courier: Courier;
  /** Forgets everything that residents and servers wrote. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Tables that hold the shop itself. */
const KEPT = ['schema_migrations', 'editions', 'documents', 'dictionaries', 'ledger_sweeps'];

export async function openStage(): Promise<Stage> {
  const database: FreshDatabase = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await putEditionIn(database.url);
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [KEPT],
  );
  const tables = rows.map((row) => row.name);
  // Statistics gathered in between would change plans, and with them the order of rows from one run to the next.
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  // Some tables refuse to forget; the servers' own connections stay bound by that.
  await client.query('set session_replication_role = replica');
  const courier = await openCourier();
  return {
    databaseUrl: database.url,
    keys: keysFromVectors(),
    courier,
    async empty() {
      await client.query(`truncate ${tables.join(', ')}`);
      await client.query(`update ledger_sweeps set due_at = '-infinity'`);
    },
    async close() {
      await courier.close();
      await client.end();
      await database.drop();
    },
  };
}

/** The demonstration edition with every way to pay. */
async function putEditionIn(url: string): Promise<void> {
  const database = openDatabase({ url });
  await seedEditions({ database, nowMs: createTestClock().now(), demonstration: true });
  const offered = [...new Set(PAYMENT_METHODS)].map((value) => ({ value, label: value }));
  await database.query(
    `update editions set document = jsonb_set(document, '{payList}', $1::jsonb) || '{"automaticReapplicationOffered": true}'
     where is_default`,
    [JSON.stringify(offered)],
  );
  await database.close();
}
