import { PAYMENT_METHODS } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { keysFromVectors, type SandboxKeys } from '@huimin/sandbox';
import { createTestClock, type FreshDatabase, freshDatabase } from '@huimin/testing';
import pg from 'pg';
import {
  demonstrationComingEdition,
  demonstrationEdition,
  demonstrationPlansEdition,
} from '../../apps/server/seed/editions.ts';
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

const YEAR = Number(beijingDate(createTestClock().now()).slice(0, 4));

/** What residents can buy: the edition that a page without a number shows, and another one with a dearer plan. */
export const EDITIONS = {
  single: demonstrationEdition(YEAR).editionCode,
  plans: demonstrationPlansEdition(YEAR).editionCode,
} as const;

/** The year after, sold for two weeks once the story of this one is over: contracts pay for it by themselves. */
export const NEXT_YEAR = {
  edition: demonstrationComingEdition(YEAR).editionCode,
  insureStart: `${YEAR}-11-08`,
  lastDay: `${YEAR}-11-23`,
} as const;

/** Tables that hold the shop itself. */
const KEPT = ['schema_migrations', 'editions', 'documents', 'dictionaries', 'ledger_sweeps', 'staff_audit_head'];

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
  // Most are empty, and to empty a table with its indexes takes a file each.
  const written = tables
    .map((table) => `select '${table}' as name where exists (select from ${table})`)
    .join(' union all ');
  const courier = await openCourier();
  return {
    databaseUrl: database.url,
    keys: keysFromVectors(),
    courier,
    async empty() {
      const { rows } = await client.query<{ name: string }>(written);
      if (rows.length > 0) await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`);
      await client.query(`update ledger_sweeps set due_at = '-infinity'`);
      await client.query(`update staff_audit_head set number = 0, hash = sha256('huimin-staff-audit-v1'::bytea)`);
    },
    async close() {
      await courier.close();
      await client.end();
      await database.drop();
    },
  };
}

/** The demonstration's editions, side by side: with one plan and with two, every way to pay in both. */
async function putEditionIn(url: string): Promise<void> {
  const database = openDatabase({ url });
  await seedEditions({ database, nowMs: createTestClock().now(), demonstration: true });
  const offered = [...new Set(PAYMENT_METHODS)].map((value) => ({ value, label: value }));
  await database.query(
    `update editions set document = jsonb_set(document, '{payList}', $1::jsonb) || '{"automaticReapplicationOffered": true}'
     where is_default or code = $2`,
    [JSON.stringify(offered), demonstrationPlansEdition(YEAR).editionCode],
  );
  const sale = { insureStart: NEXT_YEAR.insureStart, insureEnd: `${NEXT_YEAR.lastDay} 23:59:59` };
  await database.query('update editions set document = document || $1::jsonb where code = $2', [
    JSON.stringify(sale),
    NEXT_YEAR.edition,
  ]);
  await database.close();
}
