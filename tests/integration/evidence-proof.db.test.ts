import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Depth, Report } from '@huimin/evidence/verify';
import { copyOfDatabase } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { createChecker, keepRecordings, sealedTraces } from '../../apps/server/src/features/evidence/index.ts';
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

/** Checks all in one run, and each in a run of its own: the reports must be the same. */
async function bothWays(traces: readonly string[], depth: Depth): Promise<Report[]> {
  const together: Report[] = [];
  for await (const report of (await createChecker(server.built.retention, depth, null)).checkMany(traces)) {
    together.push(report);
  }
  const alone: Report[] = [];
  for (const trace of traces) {
    const report = await (await createChecker(server.built.retention, depth, null)).check(trace);
    if (report) alone.push(report);
  }
  expect(together).toEqual(alone);
  return together;
}

test('checked together and one by one, everything has the same report to the letter, whatever was done to it', async () => {
  const { query } = server.deps.database;
  const stored = await query<{ trace: string; name: string }>(
    `select trace, name from evidence_objects where trace = any($1)`,
    [sold],
  );
  const named = (number: number) => {
    const { trace, name } = stored.find((one) => one.trace === sold[number]) ?? { trace: '', name: '' };
    return { trace, file: join(shop.evidenceDir, 'store', 'objects', name) };
  };
  const undo: (() => unknown)[] = [];
  const put = (file: string, bytes: Buffer | null) => {
    const before = readFileSync(file);
    chmodSync(file, 0o644);
    if (bytes === null) rmSync(file);
    else writeFileSync(file, bytes);
    undo.push(() => writeFileSync(file, before));
  };
  const flipped = (file: string, at: number): Buffer => {
    const bytes = readFileSync(file);
    bytes.writeUInt8((bytes.at(at) as number) ^ 4, at < 0 ? bytes.length + at : at);
    return bytes;
  };
  const row = async (change: string, back: string, trace: string) => {
    await query(change, [trace]);
    undo.push(() => query(back, [trace]));
  };
  put(named(0).file, flipped(named(0).file, 900));
  put(named(1).file, null);
  put(named(2).file, flipped(named(2).file, -60));
  const fen = (by: string) =>
    `update orders set premium_fen = premium_fen ${by} 1 where id = (select order_id from order_recordings where trace = $1)`;
  await row(fen('+'), fen('-'), named(3).trace);
  await row(
    `update recording_chunks set trace = trace || 'x' where trace = $1 and seq = 1 and kind = 'client'`,
    `update recording_chunks set trace = $1 where trace = $1 || 'x'`,
    named(4).trace,
  );
  await row(
    `update evidence_objects set signature = set_byte(signature, 3, get_byte(signature, 3) # 1) where trace = $1`,
    `update evidence_objects set signature = set_byte(signature, 3, get_byte(signature, 3) # 1) where trace = $1`,
    named(5).trace,
  );
  const pages: string[][] = [];
  for await (const page of sealedTraces(query, null)) pages.push(page);
  const all = pages.flat();
  expect([...all].sort()).toEqual([...visits, ...sold].sort());
  const unknown = randomUUID();
  for (const depth of ['shallow', 'whole', 'deep'] as const) {
    const reports = await bothWays([unknown, ...all], depth);
    const words = Map.groupBy(reports, ({ verdict }) => verdict);
    expect(reports.map(({ trace }) => trace)).toEqual(all);
    expect(words.get('erased-by-rule')).toHaveLength(visits.length);
    expect(words.get('incomplete')?.map(({ trace }) => trace)).toEqual([named(1).trace]);
    expect(words.get('altered')).toHaveLength(depth === 'shallow' ? 4 : 5);
  }
  for (const one of undo) await one();
  for (const { verdict } of await bothWays(sold, 'deep')) expect(verdict).toBe('intact');
}, 60_000);

describe('a backup brought back to an empty place', () => {
  type Ended = { code: number; stdout: string; stderr: string };
  let place: string;
  let copy: Awaited<ReturnType<typeof copyOfDatabase>>;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'restored-'));
    // The state of one moment: nothing is written while it is copied.
    await server.close();
    copy = await copyOfDatabase(shop.database);
    cpSync(shop.evidenceDir, place, { recursive: true });
    rmSync(shop.evidenceDir, { recursive: true });
    rmSync(shop.recordingDir, { recursive: true });
  });
  afterAll(async () => {
    await copy?.drop();
    rmSync(place, { recursive: true, force: true });
  });

  const key = (fill: number, bytes: number) => Buffer.alloc(bytes, fill).toString('base64');
  /** Commands as an operator runs them in that place. */
  async function run(command: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
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
      ...more,
    };
    return promisify(execFile)(process.execPath, ['scripts/command.mjs', command, ...args], { env })
      .then((ended) => ({ code: 0, ...ended }))
      .catch((failed: Ended) => failed);
  }
  const verify = (...args: string[]) => run('verify-evidence', args);

  test('is checked by the command, and everything is whole there', async () => {
    const told = await verify('--all', '--deep', '--threads', '2');
    expect(told.stdout).toContain(`intact ${sold.length}`);
    expect(told.stdout).toContain(`erased-by-rule ${visits.length}`);
    expect(told.stdout).not.toMatch(/altered|incomplete|gaps/);
    expect(told.code).toBe(0);
    // By the day on which it was sealed, a line of JSON for each.
    const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
    const since = await verify('--since', day(shop.clock.now() - 94 * DAY), '--json');
    const lines = since.stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Report).trace).toSorted()).toEqual([...visits, ...sold].toSorted());
    expect((await verify('--since', day(shop.clock.now() + DAY))).stdout).toContain('没有封存的记录');
  }, 60_000);

  test('the exit code is that of the verdict, and another where there is none', async () => {
    const torn = join(place, 'torn.json');
    writeFileSync(torn, '{"size":');
    const [sale, visit] = [sold[0] as string, visits[0] as string];
    const ends = await Promise.all([
      verify(sale),
      verify(visit),
      verify('--all', '--offline'),
      run('verify-evidence', [sale], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      verify(sale, '--seen', torn),
      // The key that wraps recordings was changed since.
      run('verify-evidence', [sale, '--deep'], { EVIDENCE_KEY: `t2:${key(7, 32)},t1:${key(5, 32)}` }),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([0, 4, 64, 70, 70, 0]);
    const [noFile, unreachable, unreadable] = ends.slice(2).map(({ stderr }) => stderr);
    expect(noFile).toMatch(/不明白：--offline 只能核验文件.*用法：/s);
    expect(unreachable).toContain('没有做完');
    expect(unreadable).toContain('上次所见检查点的文件读不懂');
    // No verdict is told where there is none.
    for (const { stdout } of ends.slice(2, 5)) expect(stdout).not.toContain('VERDICT');
  }, 60_000);

  test('what is decided about a recording is done by a command, and not without a name and a reason', async () => {
    const [trace] = sold as [string];
    const decide = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('evidence', args);
      return [code, (stdout || stderr).trim().split('\n')[0]];
    };
    const why = ['--by', '合规-01', '--reason', '法院调取'];
    const told: unknown[] = [];
    for (const args of [
      ['hold', trace, '--by', '合规-01'],
      ['hold', trace, ...why],
      ['show', trace],
      ['release', trace, ...why],
    ]) {
      told.push(await decide(...args));
    }
    expect(told).toEqual([
      [1, '✗ 不明白：没有写 --reason。This is not understood.'],
      [0, '已办'],
      [0, expect.stringMatching(`^记录 ${trace} 订单 JS\\w+ 状态 司法冻结$`)],
      [0, '已办'],
    ]);
    expect(await decide('restrict', visits[0] as string)).toEqual([1, '已按规则销毁，不能再办']);
  }, 60_000);

  test('without a file of the log nothing is proved by it and nothing breaks off, until a command brings it back', async () => {
    rmSync(join(place, 'store', 'objects', 'log', 'tile', '0'), { recursive: true });
    const without = await verify('--all');
    expect(without.stdout).toContain(`incomplete ${sold.length + visits.length}`);
    // Each by its name, with what is missing.
    const named = without.stdout.match(/^✗ incomplete \S+ 不完整：\d+ \S+：.+$/gm) ?? [];
    expect(new Set(named.map((line) => line.split(' ')[2])).size).toBe(sold.length + visits.length);
    expect(without.stderr).toContain(`已核验 ${sold.length + visits.length}/${sold.length + visits.length} 份`);
    expect(without.code).toBe(3);
    // The database has all of it still.
    const rebuilt = await run('evidence-rebuild-log', []);
    expect([rebuilt.code, rebuilt.stdout]).toEqual([0, expect.stringMatching(/检查点成立.* 补回 brought back [1-9]/)]);
    expect(await verify('--all')).toMatchObject({ code: 0, stdout: expect.stringContaining(`intact ${sold.length}`) });
  }, 60_000);
});
