// npm run seed:orders -- --count N [--measure]: fills a development database with invented orders, and times the lists.
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { seed } from '../apps/server/seed/seed.ts';
import type { Core } from '../apps/server/src/core.ts';
import { type Database, openDatabase } from '../apps/server/src/db/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { reachDatabase } from '../apps/server/src/db/reach-database.ts';
import { createEditionStore } from '../apps/server/src/features/configuration/index.ts';
import { sweepLedger } from '../apps/server/src/features/ledger/index.ts';
import { orderHandlers } from '../apps/server/src/features/order/index.ts';
import { policyHandlers } from '../apps/server/src/features/policy/index.ts';
import { createOrderIds } from '../apps/server/src/security/order-ids.ts';
import { createPublicNumbers } from '../apps/server/src/security/public-numbers.ts';
import { createBlindIndex, createVault } from '../apps/server/src/security/vault.ts';
import { openDevelopmentKeys } from '../apps/server/src/settings/development-keys.ts';
import { dataKeys, keyOf } from '../apps/server/src/settings/kinds.ts';
import { readStartSettings } from '../apps/server/src/settings.ts';
import { copyIn } from './copy-in.ts';
import { inventOrders, TABLES, type TableName } from './invented-orders.ts';
import { measureLists, timesText } from './order-lists.ts';

const BATCH = 10_000;
const args = process.argv.slice(2);
const count = Number(args[args.indexOf('--count') + 1]);
const measure = args.includes('--measure');
if (!args.includes('--count') || !Number.isInteger(count) || count < 1 || count > 5_000_000) {
  console.error('npm run seed:orders -- --count N [--measure]\n\nN: 1 to 5000000 invented orders');
  process.exit(2);
}
const settings = readStartSettings(process.env);
if (settings.environment === 'production') {
  console.error('Invented orders do not belong into a real shop.');
  process.exit(2);
}

const dataDir = resolve(settings.dataDir);
const isNew = settings.databaseUrl === null && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
const reached = isNew ? await startEmbeddedPostgres({ dataDir }) : await reachDatabase(settings);
try {
  await fill();
} finally {
  await reached.stop();
}
process.exit();

async function fill(): Promise<void> {
  const clock = { now: () => Date.now() };
  const silent = { info() {}, warn() {}, error() {} };
  await migrate({ databaseUrl: reached.url, log: () => {} });
  const database = openDatabase({ url: reached.url, maxConnections: 4 });
  await seed({ database, nowMs: clock.now(), demonstration: true });
  const keys = { ...openDevelopmentKeys(dataDir), ...process.env } as Record<string, string>;
  const core = {
    clock,
    random: { bytes: randomBytes, below: (below: number) => randomInt(below) },
    log: silent,
    database,
    vault: createVault(dataKeys.parse(keys.DATA_KEYS ?? ''), randomBytes),
    index: createBlindIndex(keyOf(32).parse(keys.INDEX_KEY ?? '')),
    numbers: createPublicNumbers(keyOf(16).parse(keys.NUMBER_KEY ?? '')),
    orderIds: createOrderIds(clock, 0),
  } as unknown as Core;
  const surroundings = {
    appId: '',
    jsSdkUrl: '',
    idCardReading: false,
    paymentMethods: new Set<string>(),
    withholding: false,
  };
  const editions = await createEditionStore({ database, clock, log: silent, surroundings });
  const documents = editions.all().map((edition) => edition.document);
  const invented = inventOrders({ ...core, editions: documents, endMs: clock.now() }, count);

  const [before] = await database.query<{ orders: number }>(
    `select count(*)::integer as orders from orders where client_key like 'invented-%'`,
  );
  if (before && before.orders > 0) throw new Error(`${before.orders} invented orders are there already`);
  const startedMs = performance.now();
  await copyAll(invented.batch);
  await postMoney(core);
  await countAnew(database);
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(
    `${count} orders of ${invented.users()} residents in ${seconds.toFixed(0)} s (${Math.round(count / seconds)} a second)`,
  );
  await database.query('vacuum analyze');
  if (measure) {
    const deps = { ...core, editions, groupByShard: false } as never;
    const handlers = { ...orderHandlers(deps), ...policyHandlers(deps) };
    console.log(timesText(await measureLists(handlers, invented.users(), invented.heavy)));
  }
  await database.close();
}

/** Invented orders lie in days that a running shop has counted already and would not look at again. */
async function countAnew({ query }: Database): Promise<void> {
  await query('update report_progress set closed_until = null, counted_until = null');
  await query('update conduct_progress set seen_until = null, counted_until = null');
  await query(`update people_progress set seen_at = '2000-01-01', row_id = 0`);
}

/** A shop posts a payment as it comes in: what was put in beside that would look like postings that a crash lost. */
async function postMoney(core: Core): Promise<void> {
  await core.database.query(`update ledger_sweeps set due_at = '-infinity'`);
  while ((await sweepLedger(core)) > 0);
}

async function copyAll(batch: ReturnType<typeof inventOrders>['batch']): Promise<void> {
  const client = new pg.Client({ connectionString: reached.url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  for (let from = 0; from < count; from += BATCH) {
    const rows = batch(from, Math.min(count, from + BATCH));
    await client.query('begin');
    for (const table of Object.keys(TABLES) as TableName[]) {
      await copyIn(client, table, TABLES[table], rows[table]);
    }
    await client.query('commit');
    if ((from / BATCH) % 10 === 9) console.log(`${from + BATCH} …`);
  }
  await client.end();
}
