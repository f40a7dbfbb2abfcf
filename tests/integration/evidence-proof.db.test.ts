import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyOfDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { createChecker, keepRecordings } from '../../apps/server/src/features/evidence/index.ts';
import { openKeys } from '../../apps/server/src/features/recording/index.ts';
import { ensureStorefront, runtimeNode } from '../../scripts/prepare.mjs';
import { type Desk, signedIn } from './desk.ts';
import { clockMark, recordSale, seal } from './recorded-visit.ts';
import { batchOf, plainBatch, send } from './recording-client.ts';
import { openShop, type RunningServer, resident, type Shop } from './shop.ts';

/** What may be told of people, and what comes back of the evidence: one shop through the whole of a recording's life. */
let shop: Shop;
let server: RunningServer;
let compliance: Desk;
let operations: Desk;
const DAY = 86_400_000;
const BEGIN = 1_780_000_000_000;
const BUILT = join(import.meta.dirname, '..', '..', 'apps', 'storefront');
const planted = Array.from({ length: 200 }, (_, index) => resident(index));
const secrets = new Set(planted.flatMap(({ name, idNumber, phone }) => [name, idNumber, phone]));
/** Visits of fifty people each, and sales of a few of them. */
const visits = Array.from({ length: 4 }, () => randomUUID());
const sold: string[] = [];

beforeAll(async () => {
  ensureStorefront(runtimeNode());
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
  await seedStaffOfDemonstration(server.deps);
});
afterAll(() => shop?.close());

const SHAPES = /钱[㐀-鿿]{2}|(?<!\d)1\d{10}(?!\d)|\d{17}[\dX]/g;
/** Who of the planted is named in it. */
const toldIn = (text: string): string[] => [...new Set(text.match(SHAPES) ?? [])].filter((word) => secrets.has(word));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** What stands as bytes in a row, as PostgreSQL writes rows as JSON. */
const bytesAsText = (row: string): string =>
  row.replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('utf8'));

/** All that any table holds, with what it holds as bytes read as text. */
async function everyColumn(): Promise<string> {
  const { query } = server.deps.database;
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)) {
      texts.push(row, bytesAsText(row));
    }
  }
  return texts.join('\n');
}

const input = (at: number, text: string) => ({
  type: 3,
  timestamp: at,
  data: { source: 5, id: 12, text, isChecked: false },
});

/** A visit in which everybody of `people` is typed; a plain client keeps no values apart. */
async function typed(trace: string, people: typeof planted, plain: boolean): Promise<void> {
  const visitor = shop.visitor();
  const node = { type: 0, id: 1, childNodes: [{ type: 2, id: 12, tagName: 'input', attributes: {}, childNodes: [] }] };
  const picture = { type: 2, timestamp: BEGIN, data: { node, initialOffset: { left: 0, top: 0 } } };
  const [, clock] = clockMark(shop);
  const mark = { type: 5, timestamp: BEGIN, data: { tag: 'clock', payload: clock } };
  for (const [index, { name, idNumber, phone }] of people.entries()) {
    const values = [name, idNumber, phone].map((v, at) => ({ k: index * 3 + at + 1, v }));
    const typing = values.map(({ k, v }, at) => input(BEGIN + index * 100 + at, plain ? v : `⟦${k}⟧`));
    const data = JSON.stringify([...(index === 0 ? [picture, mark] : []), ...typing]);
    const reply = await send(
      visitor,
      plain ? plainBatch(trace, data) : batchOf(trace, index, data, { vals: JSON.stringify(values) }),
    );
    expect(reply.code).toBe(200000);
  }
}

async function played(trace: string, unmasked = false): Promise<string> {
  let text = '';
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<typeof compliance.value<'readRecordingEvents'>>> = await compliance.value(
      'readRecordingEvents',
      unmasked ? { trace, from, unmasked } : { trace, from },
    );
    text += JSON.stringify(page.events);
    from = page.next;
  }
  return text;
}

test('of two hundred people nothing is in clear in any file, table, log or masked picture; all of it once two agreed', async () => {
  for (const [index, trace] of visits.entries()) {
    await typed(trace, planted.slice(index * 50, index * 50 + 50), index === 3);
  }
  for (const person of planted.slice(0, 8)) sold.push((await recordSale(shop, person)).trace);
  const segments = filesIn(shop.recordingDir);
  expect(segments.length).toBeGreaterThan(0);
  for (const path of segments) expect(toldIn(readFileSync(path, 'utf8'))).toEqual([]);
  shop.clock.advance(31 * 60_000);
  await seal(shop);

  const kept = filesIn(shop.evidenceDir);
  const names = kept.join('\n');
  for (const part of ['.rec', '/tile/entries/', '/tile/0/', '/checkpoint']) expect(names).toContain(part);
  expect(kept.filter((path) => path.endsWith('.rec'))).toHaveLength(visits.length + sold.length);
  expect(toldIn(names)).toEqual([]);
  for (const path of kept) expect([path, toldIn(readFileSync(path, 'utf8'))]).toEqual([path, []]);
  const [one] = planted as [(typeof planted)[number]];
  expect(toldIn(bytesAsText(JSON.stringify([`\\x01${Buffer.from(one.name).toString('hex')}`])))).toEqual([one.name]);
  const columns = await everyColumn();
  expect(columns.length).toBeGreaterThan(100_000);
  expect(columns).toContain(visits[0]);
  expect(toldIn(columns)).toEqual([]);
  expect(toldIn(shop.logged.join('\n'))).toEqual([]);
  // What the build knows: its strings, and whatever else recordings refer to.
  const built = [...filesIn(join(BUILT, 'dist', 'client')), ...filesIn(join(BUILT, 'vite'))];
  for (const path of built.filter((one) => !one.includes('/images/'))) {
    expect([path, toldIn(readFileSync(path, 'utf8'))]).toEqual([path, []]);
  }

  compliance = await signedIn(shop, 'hegui01');
  operations = await signedIn(shop, 'yunying01');
  for (const [index, trace] of visits.entries()) {
    const masked = await played(trace);
    expect(masked.length).toBeGreaterThan(50 * 100);
    expect(toldIn(masked)).toEqual([]);
    const { approvalNo } = await compliance.value('askUnmasking', { trace, reason: '客户投诉没看到条款' });
    await operations.value('decideApproval', { approvalNo, agree: true });
    const people = planted.slice(index * 50, index * 50 + 50);
    expect(new Set(toldIn(await played(trace, true)))).toEqual(
      new Set(people.flatMap(({ name, idNumber, phone }) => [name, idNumber, phone])),
    );
  }
  // To look left its traces, and named nobody.
  expect(toldIn((await everyColumn()) + shop.logged.join('\n'))).toEqual([]);
});

test('after the keys are destroyed nobody reads any of it, and the check says by which rule', async () => {
  const { query } = server.deps.database;
  const wrapped = await query<{ hex: string }>(
    `select encode(keys_wrapped, 'hex') as hex from recordings where trace = any($1)`,
    [visits],
  );
  expect(wrapped).toHaveLength(visits.length);
  shop.clock.advance(92 * DAY);
  while ((await keepRecordings({ ...server.built.retention, erases: true })) > 0);
  await shop.runJob('evidence-log');
  const checker = await createChecker(server.built.retention, 'deep', null);
  compliance = await signedIn(shop, 'hegui01');
  const files = filesIn(shop.evidenceDir).filter((path) => path.endsWith('.rec'));
  const columns = await everyColumn();
  for (const [index, trace] of visits.entries()) {
    expect(await openKeys(server.built.recordings, trace, { by: 'test', reason: 'looking' })).toBeNull();
    expect(columns).not.toContain(wrapped[index]?.hex);
    expect(files.some((path) => path.includes(trace))).toBe(false);
    expect(await compliance.call('readRecordingEvents', { trace })).toMatchObject({ code: 400707 });
    expect(await checker.check(trace)).toMatchObject({ verdict: 'erased-by-rule', exitCode: 4 });
  }
  for (const trace of sold) expect(await checker.check(trace)).toMatchObject({ verdict: 'intact' });
  expect(files).toHaveLength(sold.length);
});

test('a backup brought back to an empty place is checked by the command, and everything is whole there', async () => {
  const place = mkdtempSync(join(tmpdir(), 'restored-'));
  // The state of one moment: nothing is written while it is copied.
  await server.close();
  const copy = await copyOfDatabase(shop.database);
  try {
    cpSync(shop.evidenceDir, place, { recursive: true });
    rmSync(shop.evidenceDir, { recursive: true });
    rmSync(shop.recordingDir, { recursive: true });
    const key = (fill: number, bytes: number) => Buffer.alloc(bytes, fill).toString('base64');
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: copy.url,
      PUBLIC_ORIGIN: shop.origin,
      DATA_DIR: place,
      NUMBER_KEY: key(3, 16),
      EVIDENCE_KEY: `t1:${key(5, 32)}`,
      EVIDENCE_SIGNING_KEY: key(6, 32),
      EVIDENCE_STORE: join(place, 'store'),
      EVIDENCE_CHECKPOINT_DIR: join(place, 'copies'),
    };
    const verify = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['apps/server/src/commands/verify-evidence.ts', ...args], { env }).catch(
        (failed: { code: number; stdout: string }) => failed,
      );
    const told = (await verify('--all', '--deep')) as { code?: number; stdout: string };
    expect(told.stdout).toContain(`intact ${sold.length}`);
    expect(told.stdout).toContain(`erased-by-rule ${visits.length}`);
    expect(told.stdout).not.toMatch(/altered|incomplete|gaps/);
    expect(told.code ?? 0).toBe(0);
  } finally {
    await copy.drop();
    rmSync(place, { recursive: true, force: true });
  }
}, 60_000);
