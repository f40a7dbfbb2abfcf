// npm run bench:console -- --orders N [--data DIR]: how long every list and page of the console takes at N orders.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import pg from 'pg';
import { DEMONSTRATION_PEOPLE, seedStaffOfDemonstration } from '../apps/server/seed/demonstration-staff.ts';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { openDevelopmentKeys } from '../apps/server/src/settings/development-keys.ts';
import { consoleLooks, type Look, mayLook } from '../tests/integration/console-looks.ts';
import { type Desk, signedIn } from '../tests/integration/desk.ts';
import { openShop, type Shop } from '../tests/integration/shop.ts';
import { isRead, type Statement, statementsOf } from '../tests/integration/watched-statements.ts';
import { neededLooks } from './console-needed.ts';
import { fillConsoleRows } from './console-rows.ts';

const GOAL_MS = 300;
/** A statement is planned for any value from its sixth run on, so the last runs are looked at by themselves. */
const [FIRST_RUNS, LATER_RUNS] = [5, 2];
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    plans: { type: 'string', default: '' },
  },
});
const orders = Number(values.orders);
if (!Number.isInteger(orders) || orders < 1_000 || orders > 5_000_000) {
  console.error(
    'npm run bench:console -- --orders N [--data FOLDER] [--only CALL,…] [--plans MS]\n\nN: 1000 to 5000000',
  );
  process.exit(2);
}
const only = values.only.split(',');
const dataDir = resolve(values.data ?? join('data', `bench-console-${orders}`));
mkdirSync(dataDir, { recursive: true });
if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
  const seeding = [join(import.meta.dirname, 'seed-orders.ts'), '--count', String(orders)];
  const { status } = spawnSync(process.execPath, seeding, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

const postgres = await startEmbeddedPostgres({ dataDir });
// A folder that is kept comes from an earlier state of the tables.
await migrate({ databaseUrl: postgres.url, log: console.log });
// Away from the moment: everything that was seeded lies before it.
let skippedMs = 0;
const clock = {
  now: () => Date.now() + skippedMs,
  advance(ms: number) {
    skippedMs += ms;
  },
  set() {},
};
/** Nobody looks more often: looks as fast as they are answered are refused as too many. */
const LOOK_EVERY_MS = 250;
const keys = openDevelopmentKeys(dataDir);
const shop = await openShop({
  jobs: false,
  clock,
  database: { url: postgres.url, drop: async () => {} },
  environment: { ...keys },
});
let isOver = false;
try {
  await prepare(shop);
  isOver = await measureAll(shop);
} finally {
  await shop.close();
  await postgres.stop();
}
process.exit(isOver ? 1 : 0);

async function prepare({ servers }: Shop): Promise<void> {
  const [server] = servers;
  if (!server) throw new Error('no server');
  const { deps, built } = server;
  await seedStaffOfDemonstration(deps);
  const { query } = deps.database;
  const filled = await query('select 1 as one from recording_digests limit 1');
  if (filled.length === 0) await fillConsoleRows(deps, postgres.url, console.log);
  for (const name of ['people', 'reports', 'conduct']) {
    const job = built.jobs.find((one) => one.name === name);
    for (let done = 0; ; ) {
      const count = (await job?.run()) ?? 0;
      done += count;
      if (count === 0) break;
      if (done % 100_000 < count) console.log(`${name}: ${done} …`);
    }
  }
  if (filled.length === 0) await query('vacuum analyze');
}

interface Measured {
  readonly look: Look;
  readonly role: StaffRole;
  readonly page: 'first' | 'deep';
  readonly bestMs: number;
  readonly databaseMs: number;
  readonly rows: number;
  readonly blocks: number;
  readonly slowest: Statement | null;
}

async function measureAll(open: Shop): Promise<boolean> {
  const desks = new Map<StaffRole, Desk>();
  // A code works once, also when this is run again at once.
  await open.servers[0]?.deps.database.query('update staff_accounts set totp_step = 0');
  for (const { account, roles } of DEMONSTRATION_PEOPLE) {
    desks.set(roles[0] as StaffRole, await signedIn(open, account));
  }
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  client.on('error', () => {});
  const measured: Measured[] = [];
  const looks = consoleLooks(await neededLooks(open, client, desks.get('service') as Desk));
  console.log('call | role | chosen | page | ms | of it database | rows read | blocks');
  console.log('--- | --- | --- | --- | --- | --- | --- | ---');
  for (const look of looks.filter(({ call }) => only.some((name) => call.name.startsWith(name)))) {
    for (const role of rolesFor(look)) {
      const desk = desks.get(role) as Desk;
      const first = await measure(client, desk, look, role, 'first');
      if (first === null) continue;
      measured.push(first.measured);
      tell(first.measured);
      const cursor = deeper(first.next);
      if (cursor === null) continue;
      const at = 'before' in (look.call.input as { properties: object }).properties ? 'before' : 'after';
      const further = await measure(client, desk, { ...look, input: { ...look.input, [at]: cursor } }, role, 'deep');
      if (further === null) continue;
      measured.push(further.measured);
      tell(further.measured);
    }
  }
  await client.end();
  const over = measured.filter(({ bestMs, databaseMs }) => Math.max(bestMs, databaseMs) > GOAL_MS);
  console.log(`\n${measured.length} looks, ${over.length} over ${GOAL_MS} ms`);
  return over.length > 0;
}

/** Who sees everything has the most to go through; who sees one city or channel, the most to leave out. */
function rolesFor({ call }: Look): StaffRole[] {
  const may = STAFF_ROLES.filter((role) => mayLook(call, role));
  const narrow = may.filter((role) => role === 'outlet' || role === 'channel');
  return [...may.filter((role) => !narrow.includes(role)).slice(0, 1), ...narrow];
}

function tell({ look, role, page, bestMs, databaseMs, rows, blocks, slowest }: Measured): void {
  const { call, choice } = look;
  const numbers = [bestMs.toFixed(0), databaseMs.toFixed(0), rows, blocks];
  console.log([call.name, role, choice, page, ...numbers].join(' | '));
  if (values.plans !== '' && Math.max(bestMs, databaseMs) > Number(values.plans) && slowest) {
    console.log(
      `    ${slowest.text.replace(/\s+/g, ' ')}\n    ${JSON.stringify(slowest.values, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    );
  }
}

async function measure(client: pg.Client, desk: Desk, look: Look, role: StaffRole, page: 'first' | 'deep') {
  let statements: readonly Statement[] = [];
  let next: string | null = null;
  let isSeen = true;
  const times: number[] = [];
  for (let run = 0; run < FIRST_RUNS + LATER_RUNS; run++) {
    clock.advance(LOOK_EVERY_MS);
    const startedMs = performance.now();
    const sent = await statementsOf(async () => {
      const response = await desk.send(look.call, look.input);
      const envelope = (await response.json()) as { code: number; message: string; result: { next?: string | null } };
      isSeen = envelope.code === 200000;
      if (!isSeen && (role === rolesFor(look)[0] || envelope.code === 500000)) {
        throw new Error(`${look.call.name} ${JSON.stringify(look.input)}: ${envelope.code} ${envelope.message}`);
      }
      next = envelope.result?.next ?? null;
    });
    times.push(performance.now() - startedMs);
    // What is kept for later looks is counted as it was the first time.
    if (sent.length > statements.length) statements = sent;
  }
  // What lies outside of somebody's scope is not there for them.
  if (!isSeen) return null;
  const asked = await explained(client, statements.filter(isRead));
  return {
    next,
    measured: {
      look,
      role,
      page,
      bestMs: Math.max(Math.min(...times.slice(0, FIRST_RUNS)), Math.min(...times.slice(FIRST_RUNS))),
      ...asked,
    },
  };
}

interface PlanNode {
  readonly Plans?: readonly PlanNode[];
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** What the statements take in the database itself, run once more. */
async function explained(client: pg.Client, statements: readonly Statement[]) {
  let [databaseMs, rows, blocks, slowestMs] = [0, 0, 0, -1];
  let slowest: Statement | null = null;
  for (const statement of statements) {
    const { rows: found } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>(
      `explain (analyze, buffers, timing off, format json) ${statement.text}`,
      statement.values as unknown[],
    );
    const [plan] = found[0]?.['QUERY PLAN'] ?? [];
    if (!plan) continue;
    const ms = plan['Execution Time'];
    databaseMs += ms;
    rows += rowsRead(plan.Plan);
    blocks += plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'];
    if (ms > slowestMs) [slowestMs, slowest] = [ms, statement];
  }
  return { databaseMs, rows, blocks, slowest };
}

function rowsRead(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
  if (!node['Relation Name']) return below;
  return below + Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
}

/** A cursor half a sale further on: its moment is moved, or its number. */
function deeper(next: string | null): string | null {
  const [, moment, rest] = /^(\d{13})_(.+)$/.exec(next ?? '') ?? [];
  if (moment !== undefined) return `${Number(moment) - 100 * 86_400_000}_${rest}`;
  if (/^\d{1,18}$/.test(next ?? '')) return String(BigInt(next as string) / 2n || 1n);
  return next;
}
