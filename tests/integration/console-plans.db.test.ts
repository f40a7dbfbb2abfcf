import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMONSTRATION_PEOPLE } from '../../apps/server/seed/demonstration-staff.ts';
import { neededLooks } from '../../bench/console-needed.ts';
import { consoleLooks, mayLook } from './console-looks.ts';
import { type Desk, signedIn } from './desk.ts';
import { type FilledShop, openFilledShop } from './filled-shop.ts';
import { isRead, type Statement, statementsOf } from './watched-statements.ts';

const ORDERS = 400;

let filled: FilledShop;
let shop: FilledShop['shop'];
let client: FilledShop['client'];
const desks = new Map<StaffRole, Desk>();

/** Says how many ever agreed to which version of a form; opened a few times a year. */
const COUNTS_ALL = 'listAgreements';

/** A few hundred orders, and what hangs on them, so that every list has lines and asks what it asks for these. */
beforeAll(async () => {
  filled = await openFilledShop(ORDERS);
  ({ shop, client } = filled);
  await client.query('set enable_seqscan = off');
}, 60_000);
afterAll(() => filled?.close());

async function deskOf(role: StaffRole): Promise<Desk> {
  const account = DEMONSTRATION_PEOPLE.find(({ roles }) => roles.includes(role))?.account ?? '';
  const desk = desks.get(role) ?? (await signedIn(shop, account));
  desks.set(role, desk);
  return desk;
}

/** What grows with residents, and what the staff do all day. */
async function growingTables(): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'shard'`,
  );
  // Of some hundred each: buckets, and companies.
  const few = ['ledger_sweeps', 'sales_counters', 'groups'];
  const others = ['users', 'people', 'person_claims', 'policies_by_person', 'staff_audit', 'sessions'];
  return new Set([...rows.map(({ name }) => name).filter((name) => !few.includes(name)), ...others]);
}

interface PlanNode {
  readonly Plans?: readonly PlanNode[];
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
}

function readWhole(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(readWhole)];
}

test('no page of the console reads a growing table from one end to the other', async () => {
  const growing = await growingTables();
  const looks = consoleLooks(await neededLooks(shop, client, await deskOf('service')));
  const asked = new Map<string, { readonly by: string; readonly statement: Statement }>();
  for (const { call, input, choice } of looks) {
    const may = STAFF_ROLES.filter((role) => mayLook(call, role));
    // One who sees everything, and one who sees some cities.
    for (const role of new Set([may[0], ...(choice === '' ? may.filter((one) => one === 'outlet') : [])])) {
      const desk = await deskOf(role as StaffRole);
      const statements = await statementsOf(async () => {
        const { code } = (await (await desk.send(call, input)).json()) as { code: number };
        expect([call.name, input, code]).toEqual([call.name, input, role === may[0] ? 200000 : expect.any(Number)]);
      });
      for (const statement of statements.filter(isRead)) {
        if (!asked.has(statement.text)) asked.set(statement.text, { by: `${call.name} ${choice}`, statement });
      }
    }
  }
  expect(asked.size).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { by, statement } of asked.values()) {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (format json) ${statement.text}`,
      statement.values as unknown[],
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    for (const table of new Set(plan ? readWhole(plan) : [])) {
      if (growing.has(table) && !by.startsWith(COUNTS_ALL))
        found.push(`${by} reads all of ${table}: ${statement.text.replace(/\s+/g, ' ')}`);
    }
  }
  expect(found).toEqual([]);
}, 60_000);

test('every invented request is opened from its list', async () => {
  const desk = await deskOf('operations');
  let opened = 0;
  for (const topic of ['data', 'phone', 'mid-year'] as const) {
    for (const stand of ['review', 'second', 'waiting', 'done'] as const) {
      for (const { requestNo } of (await desk.value('listDeskRequests', { topic, stand })).requests) {
        const { code } = await desk.call('showDeskRequest', { requestNo });
        expect([topic, stand, requestNo, code]).toEqual([topic, stand, requestNo, 200000]);
        opened += 1;
      }
    }
  }
  expect(opened).toBeGreaterThan(5);
});
