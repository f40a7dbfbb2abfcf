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
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { type Courier, openCourier } from './courier.ts';

/** What many runs one after the other share; every run begins with the same empty shop. */
export interface Stage {
  readonly databaseUrl: string;
  readonly keys: SandboxKeys;
  readonly courier: Courier;
  /** Forgets everything that residents and servers wrote. */
  empty(): Promise<void>;
  /** Opens the second edition of the next year on a day, with these of its plans. Servers have to look for it. */
  openSecond(opening: SecondEdition): Promise<void>;
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
  /** Covers the same year with plans of its own, and opens later in some stories. */
  second: demonstrationComingEdition(YEAR).editionCode.replace('soon', 'also'),
  insureStart: `${YEAR}-11-08`,
  lastDay: `${YEAR}-11-23`,
  insureEnd: `${YEAR}-11-23 23:59:59`,
} as const;

/** Codes of the editions of the year after. */
export const OF_NEXT_YEAR: readonly string[] = [NEXT_YEAR.edition, NEXT_YEAR.second];

export interface SecondEdition {
  readonly insureStart: string;
  readonly insureEnd: string;
  readonly plans: readonly (keyof typeof PLAN_NAMES)[];
}

const PLAN_NAMES = { basic: '基础款', upgraded: '升级款' } as const;
/** Of one person, in every edition that sells the plan. */
export const PLAN_FEN = { basic: 15_800, upgraded: 25_800 } as const;
/** After every story. */
const NOT_YET: SecondEdition = {
  insureStart: `${YEAR + 1}-06-01`,
  insureEnd: `${YEAR + 1}-12-31 23:59:59`,
  plans: ['basic'],
};

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
  const openSecond = async ({ insureStart, insureEnd, plans }: SecondEdition) => {
    const sold = plans.map((code) => ({ code, name: PLAN_NAMES[code], premiumFen: PLAN_FEN[code] }));
    await client.query(
      `update editions set document = document || $1::jsonb, config_version = config_version + 1 where code = $2`,
      [JSON.stringify({ insureStart, insureEnd, plans: sold }), NEXT_YEAR.second],
    );
  };
  return {
    databaseUrl: database.url,
    keys: keysFromVectors(),
    courier,
    async empty() {
      const { rows } = await client.query<{ name: string }>(written);
      if (rows.length > 0) await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`);
      await client.query(`update ledger_sweeps set due_at = '-infinity'`);
      await client.query(`update staff_audit_head set number = 0, hash = sha256('huimin-staff-audit-v1'::bytea)`);
      await openSecond(NOT_YET);
    },
    openSecond,
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
       || jsonb_build_object('groupSale', document->'groupSale' || '{"fewestPeople": 2}')
     where is_default or code = $2`,
    [JSON.stringify(offered), demonstrationPlansEdition(YEAR).editionCode],
  );
  const sale = { insureStart: NEXT_YEAR.insureStart, insureEnd: NEXT_YEAR.insureEnd };
  await database.query('update editions set document = document || $1::jsonb where code = $2', [
    JSON.stringify(sale),
    NEXT_YEAR.edition,
  ]);
  await copyEdition(database, NEXT_YEAR.edition, NEXT_YEAR.second);
  await database.close();
}

async function copyEdition({ query }: Pick<Database, 'query'>, from: string, to: string): Promise<void> {
  await query(
    `insert into editions (code, product_number, edition_year, is_default, config_version, document, updated_at)
     select $2, product_number, edition_year, false, 1, document || jsonb_build_object('editionCode', $2::text), updated_at
     from editions where code = $1`,
    [from, to],
  );
  await query(
    `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
     select $2, document_key, version, title, required, blocks, sha256, published_at from documents where edition_code = $1`,
    [from, to],
  );
}
