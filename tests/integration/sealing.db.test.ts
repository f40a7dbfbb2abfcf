import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatDateTime } from '@huimin/domain/date';
import { isDamage, sha256Hex } from '@huimin/evidence/bytes';
import { readManifest, readObject } from '@huimin/evidence/sealed';
import type { Depth, Report } from '@huimin/evidence/verify';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyNotSealed } from '../../apps/server/src/commands/not-sealed.ts';
import { createChecker, sealDue, sealedChunks } from '../../apps/server/src/features/evidence/index.ts';
import { reindex } from '../../apps/server/src/features/recording/index.ts';
import { beginVisit, clockMark, recordSale, seal, tellNews } from './recorded-visit.ts';
import { loggedIn, openShop, pay, placeOrder, type RunningServer, resident, type Shop } from './shop.ts';

let shop: Shop;
let server: RunningServer;
const MINUTE = 60_000;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
});
afterAll(() => shop?.close());

type Row = Record<string, unknown>;
const rows = (text: string, values: unknown[] = []) => server.deps.database.query<Row>(text, values);
const listed = async (trace: string): Promise<Row> =>
  (await rows('select * from evidence_recordings where trace = $1', [trace]))[0] as Row;
const objects = (trace: string) =>
  rows(
    `select *, encode(manifest_sha256, 'hex') as manifest from evidence_objects where trace = $1 order by addendum`,
    [trace],
  );

async function check(trace: string, depth: Depth = 'deep'): Promise<Report> {
  const checker = await createChecker(server.built.retention, depth, null);
  return (await checker.check(trace)) as Report;
}

const wrongIn = ({ findings }: Report): string[] =>
  findings.filter(({ state }) => state !== 'ok').map(({ line }) => line);

const verify = (...args: string[]) => run('verify-evidence', args);

/** A command as an operator runs it. */
async function run(name: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const key = (fill: number, bytes: number) => Buffer.alloc(bytes, fill).toString('base64');
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL: shop.database.url,
    PUBLIC_ORIGIN: shop.origin,
    DATA_DIR: shop.evidenceDir,
    NUMBER_KEY: key(3, 16),
    EVIDENCE_KEY: `t1:${key(5, 32)}`,
    EVIDENCE_SIGNING_KEY: key(6, 32),
    EVIDENCE_STORE: join(shop.evidenceDir, 'store'),
    EVIDENCE_CHECKPOINT_DIR: join(shop.evidenceDir, 'copies'),
  };
  const command = `apps/server/src/commands/${name}.ts`;
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [command, ...args], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const fileOf = (name: unknown) => join(shop.evidenceDir, 'store', 'objects', String(name));
const objectIn = (name: unknown) => {
  const object = readObject(readFileSync(fileOf(name)));
  if (isDamage(object)) throw new Error(object.damage);
  const manifest = readManifest(object.manifestBytes);
  if (isDamage(manifest)) throw new Error(manifest.damage);
  return { object, manifest };
};
const scroll = (percent: number) => ['tap', { id: `tap-${percent}` }] as const;

describe('a sale', () => {
  let trace: string;
  let orderNo: string;
  beforeAll(async () => {
    ({ trace, orderNo } = await recordSale(shop, people.linMei));
    shop.clock.advance(29 * MINUTE);
    await seal(shop);
    expect(await objects(trace)).toEqual([]);
    shop.clock.advance(2 * MINUTE);
    await seal(shop);
  });

  test('is sealed when nothing came for half an hour, and every check finds it whole', async () => {
    const [object] = await objects(trace);
    const { manifest } = objectIn(object?.name);
    expect(manifest).toMatchObject({
      trace,
      order: { orderNo },
      holder: expect.stringMatching(/^[0-9a-f]{64}$/),
      retention: { class: 'short-term' },
      recorder: '2.1.6',
      chain: { count: 8 },
      gaps: [],
    });
    expect(manifest.server.map(({ what }) => what)).toEqual([
      'bound',
      'order-saved',
      'payment-asked',
      'payment-result',
      'policies-issued',
    ]);
    expect(await listed(trace)).toMatchObject({
      state: 'sealed',
      order_no: orderNo,
      channel: 'wechat',
      pages: 1,
      documents: 4,
      consents: 1,
      gaps: 0,
      short_read: false,
      objects: 1,
    });
    const report = await check(trace);
    expect(wrongIn(report)).toEqual([]);
    expect([report.verdict, (await check(trace, 'shallow')).verdict]).toEqual(['intact', 'intact']);
    await seal(shop);
    expect(await objects(trace)).toHaveLength(1);
  });

  test('the command says so, check by check, and keeps the checkpoint it saw', async () => {
    const one = await verify(orderNo);
    expect(one.stdout.split('\n').filter((line) => /^[✓✗－]/.test(line))).toHaveLength(12);
    expect(one.stdout).toMatch(/VERDICT \w+/);
    expect(one.stdout).toContain('不证明手机本身可信');
    const seen = JSON.parse(readFileSync(join(shop.evidenceDir, 'verify-seen.json'), 'utf8'));
    expect(seen.size).toBeGreaterThan(0);
    const all = await verify('--all', '--json');
    const report = JSON.parse(all.stdout.trim()) as Report;
    expect(report.trace).toBe(trace);
    expect(all.code).toBe(report.exitCode);
    expect(report.findings.find(({ check: number }) => number === 6)?.line).toContain('与上次见到的一致');
    // A log that was begun anew is another one.
    writeFileSync(
      join(shop.evidenceDir, 'verify-seen.json'),
      JSON.stringify({ ...seen, root: Buffer.alloc(32, 7).toString('base64') }),
    );
    expect((await verify(trace)).code).toBe(2);
  }, 60_000);

  test('a hold whose reason has somebody’s number is refused at the command line too: it would stand in the public log', async () => {
    const held = await run('evidence', [
      'hold',
      trace,
      '--by',
      '合规-01',
      '--reason',
      '本人 １３９００００００００ 要求',
    ]);
    expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('不能写号码')]);
    expect(await listed(trace)).toMatchObject({ held_at: null });
  }, 60_000);

  test.each<[string, string, (name: unknown) => Promise<() => Promise<unknown>>]>([
    [
      'a bit of the stored object',
      'recording-0.rec#chunk-1',
      async (name) => {
        const file = fileOf(name);
        const bytes = readFileSync(file);
        const changed = Buffer.from(bytes);
        changed.writeUInt8((changed[900] as number) ^ 4, 900);
        chmodSync(file, 0o644);
        writeFileSync(file, changed);
        return async () => writeFileSync(file, bytes);
      },
    ],
    [
      'the order row',
      'evidence.json#order',
      async () => {
        const set = (fen: number) =>
          rows(`update orders set premium_fen = premium_fen + $1 where id = $2`, [
            fen,
            server.deps.numbers.orderId(orderNo),
          ]);
        await set(1);
        return () => set(-1);
      },
    ],
    [
      'the payment row',
      'facts#payment-result',
      async () => {
        const set = (fen: number) =>
          rows(`update payments set amount_fen = amount_fen + $1 where order_id = $2`, [
            fen,
            server.deps.numbers.orderId(orderNo),
          ]);
        await set(1);
        return () => set(-1);
      },
    ],
    [
      'the index',
      'index#recording-0.rec',
      async () => {
        await rows(
          `update recording_chunks set trace = trace || 'x' where trace = $1 and seq = 1 and kind = 'client'`,
          [trace],
        );
        return () => rows(`update recording_chunks set trace = $1 where trace = $1 || 'x'`, [trace]);
      },
    ],
    [
      'the signature',
      'recording-0.rec#manifest',
      async () => {
        const [before] = await objects(trace);
        const set = (signature: unknown) =>
          rows('update evidence_objects set signature = $2 where trace = $1', [trace, signature]);
        await set(Buffer.alloc(64, 1));
        return () => set(before?.signature);
      },
    ],
    [
      'the log',
      'proof-0.json',
      async () => {
        const set = (change: string) =>
          rows(`update log_entries set entry = set_byte(entry, 20, get_byte(entry, 20) ${change}) where key = $1`, [
            `manifest ${trace} 0`,
          ]);
        await rows('alter table log_entries disable trigger log_entries_stay');
        await set('+ 1');
        return async () => {
          await set('- 1');
          await rows('alter table log_entries enable trigger log_entries_stay');
        };
      },
    ],
  ])('changed in %s is told as altered, and where', async (_, where, change) => {
    const undo = await change((await objects(trace))[0]?.name);
    const report = await check(trace);
    await undo();
    expect(report.verdict).toBe('altered');
    expect(report.first?.where).toContain(where);
    expect(wrongIn(await check(trace))).toEqual([]);
  });

  test('what comes late is an addendum of its own; the first object stays as it is', async () => {
    const [first] = await objects(trace);
    const before = readFileSync(fileOf(first?.name));
    const late = beginVisit(shop, trace, 'tab-0002');
    late.visitor.cookie = '';
    await late.record([clockMark(shop), scroll(1)]);
    shop.clock.advance(31 * MINUTE);
    await seal(shop);
    const sealed = await objects(trace);
    expect(sealed).toHaveLength(2);
    expect(readFileSync(fileOf(first?.name))).toEqual(before);
    const { manifest } = objectIn(sealed[1]?.name);
    expect(manifest).toMatchObject({ addendum: 1, previous: String(first?.manifest) });
    expect(manifest.flags).toContain('late');
    expect(wrongIn(await check(trace))).toEqual([]);
  });
});

test('gaps are declared; a batch that comes late fills its own; clauses that nobody read are marked', async () => {
  const { trace, visit } = await recordSale(shop, resident(40), { clausesMs: 900 });
  const at = { prev: '1'.repeat(64) };
  await visit.record([scroll(1)], { ...at, seq: 5 });
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  const [first] = await objects(trace);
  expect(objectIn(first?.name).manifest.gaps).toMatchObject([{ fromSeq: 3, toSeq: 4, why: 'missing' }]);
  expect(await listed(trace)).toMatchObject({ state: 'sealed-with-gaps', gaps: 1, short_read: true });
  const report = await check(trace);
  expect(wrongIn(report)).toEqual([]);
  expect(report.gaps).toMatchObject({ count: 1 });
  const told = await verify(trace, '--seen', join(shop.evidenceDir, 'seen-of-gaps.json'));
  expect([report.verdict, told.code]).toEqual(['intact-with-gaps', 1]);
  await visit.record([scroll(2)], { ...at, seq: 3 });
  await visit.record([scroll(3)], { ...at, seq: 4 });
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  expect((await listed(trace)).objects).toBe(2);
});

test('a paid sale is never sealed without payment and policies, however late the news; policies issued late are added', async () => {
  const { trace } = await recordSale(shop, resident(60), { news: [] });
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  // What it lacked was added instead, and it is quiet again half an hour later.
  expect(await objects(trace)).toEqual([]);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  const told = async (number: number) =>
    objectIn((await objects(trace))[number]?.name).manifest.server.map(({ what }) => what);
  expect(await told(0)).toEqual(['bound', 'order-saved', 'payment-asked', 'payment-result']);
  await tellNews(shop);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  expect(await told(1)).toEqual(['policies-issued']);
  expect((await check(trace)).findings.find(({ check: number }) => number === 8)?.state).toBe('ok');
});

test('a sale that nobody recorded is sealed too: by what the server saw, and flagged in its manifest', async () => {
  const visitor = await loggedIn(shop, resident(61));
  const { orderNo } = await placeOrder(visitor, [resident(61)]);
  await pay(visitor, orderNo, shop.sandbox);
  await tellNews(shop, ['order-saved']);
  const orderId = server.deps.numbers.orderId(orderNo);
  const noted = async () => (await rows('select trace, state from order_recordings where order_id = $1', [orderId]))[0];
  await seal(shop);
  expect(await noted()).toEqual({ trace: null, state: 'unrecorded' });
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  const { trace, state } = (await noted()) as { trace: string; state: string };
  expect([state, trace]).toEqual(['unrecorded', expect.stringMatching(/^[0-9a-f]{32}$/)]);
  // What happens from now on is added at once, as to any other.
  await tellNews(shop);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  expect(await noted()).toEqual({ trace, state });
  const sealed = await objects(trace);
  const manifests = sealed.map(({ name }) => objectIn(name).manifest);
  expect(manifests).toMatchObject([{ flags: ['unrecorded'], order: { orderNo }, pages: [], documents: [], gaps: [] }]);
  expect(manifests.flatMap(({ server: told }) => told.map(({ what }) => what))).toEqual([
    ...['bound', 'order-saved', 'payment-asked', 'payment-result', 'policies-issued'],
  ]);
  expect(await listed(trace)).toMatchObject({ state: 'sealed', order_no: orderNo, kept_class: 'short-term' });
  const report = await check(trace);
  expect([report.verdict, report.findings[9]?.line]).toEqual(['incomplete', expect.stringContaining('下单时没有录像')]);
  // Nothing else is wrong with it but the phone's clock, which nobody told.
  expect(report.findings.filter((found) => found.state !== 'ok').map(({ check: number }) => number)).toEqual([10, 11]);
  const told = await verify(orderNo, '--seen', join(shop.evidenceDir, 'seen-of-unrecorded.json'));
  expect([told.code, told.stdout]).toEqual([3, expect.stringContaining('下单时没有录像')]);
});

test('a plain client’s visit is sealed as well, and the space of sealed segments is given back', async () => {
  const visit = beginVisit(shop);
  await visit.record([clockMark(shop), scroll(1)]);
  shop.clock.advance(61 * MINUTE);
  // A new file is begun, the one before is closed.
  await beginVisit(shop).record([clockMark(shop)]);
  await seal(shop);
  const files = () => readdirSync(join(shop.recordingDir, 'w00')).length;
  const before = files();
  expect(await shop.runJob('free-segments')).toBeGreaterThan(0);
  expect(files()).toBeLessThan(before);
  expect(await listed(visit.trace)).toMatchObject({ state: 'sealed', kept_class: 'no-contract', order_no: null });
  expect((await check(visit.trace)).findings[1]?.state).toBe('ok');
  expect(existsSync(fileOf((await objects(visit.trace))[0]?.name))).toBe(true);

  // The index of what lay in the files that are gone is made again from the sealed objects.
  const index = () =>
    rows(`select trace, encode(sha256, 'hex') as sha256, kind, tab, seq, standing, received_at, flags, segment, frame, length, addendum
      from recording_chunks order by trace, sha256`);
  const known = await index();
  await rows('delete from recording_chunks');
  const { database } = server.deps;
  const report = await reindex({
    ...{ folder: shop.recordingDir, database, groupByShard: false },
    sealed: sealedChunks({ query: database.query, store: server.built.sealing.store }),
  });
  expect(report).toMatchObject({ added: known.length, missing: 0, damaged: [] });
  expect(await index()).toEqual(known);
  expect((await check(visit.trace)).findings[1]?.state).toBe('ok');
});

class Killed extends Error {}

/** The server as it would be if its process ended at the n-th thing it does outside itself. */
function dyingAfter(steps: number) {
  const { sealing } = server.built;
  let left = steps;
  const step = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      if (left <= 0) throw new Killed();
      const done = await work(...given);
      left -= 1;
      // Done, and nobody hears of it any more.
      if (left <= 0) throw new Killed();
      return done;
    };
  };
  const { store, database, evidenceLog } = sealing;
  const query = step(database.query);
  return {
    ...sealing,
    store: { ...store, put: step(store.put), get: step(store.get), state: step(store.state) },
    database: { ...database, query, transaction: step(database.transaction) },
    evidenceLog: { ...evidenceLog, append: step(evidenceLog.append) },
  } as typeof sealing;
}

test('a server that ends at any point leaves nothing undone, nothing twice and nothing lost', async () => {
  const orderly = await rows('select name from evidence_objects');
  let ended = 0;
  for (let steps = 1; ended === 0; steps += 1) {
    const visit = beginVisit(shop);
    await visit.record([clockMark(shop), scroll(steps)]);
    await visit.record([scroll(steps)]);
    shop.clock.advance(31 * MINUTE);
    await shop.runJob('evidence-capture');
    await shop.runJob('evidence-log');
    const found = await sealDue(dyingAfter(steps)).catch((error) => {
      if (error instanceof Killed) return 0;
      throw error;
    });
    ended = found;
    shop.clock.advance(6 * MINUTE);
    await seal(shop);
    const sealed = await objects(visit.trace);
    expect(sealed.map(({ step, addendum }) => [step, addendum])).toEqual([['sealed', 0]]);
    expect(objectIn(sealed[0]?.name).manifest.chain.count).toBe(2);
    expect(await listed(visit.trace)).toMatchObject({ chunks: 2, objects: 1 });
    const entries = await rows(`select key from log_entries where key like 'manifest ' || $1 || '%'`, [visit.trace]);
    expect(entries).toHaveLength(1);
    expect(wrongIn(await check(visit.trace, 'whole'))).toEqual([]);
  }
  const stored = readdirSync(join(shop.evidenceDir, 'store', 'objects', 'rec'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.rec'));
  expect(stored).toHaveLength((await rows('select name from evidence_objects')).length);
  expect(stored.length).toBeGreaterThan(orderly.length + 5);
});

test('what is published while somebody buys was there in time, what was shown before it was published was not', async () => {
  const publish = async (version: number, publishedAt: Date | null) => {
    const blocks = [{ kind: 'paragraph', text: `第 ${version} 版` }];
    const [former] = await rows(`select title from documents where document_key = 'clauses' and version = 1`);
    const hash = sha256Hex(JSON.stringify({ title: former?.title, blocks }));
    if (publishedAt === null) return hash;
    await rows(
      `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
       select edition_code, document_key, $1, title, required, $2, $3, $4 from documents
       where document_key = 'clauses' and version = 1`,
      [version, JSON.stringify(blocks), hash, publishedAt],
    );
    await server.deps.editions.refresh();
    return hash;
  };
  const opened = (version: number, sha256: string) =>
    [['doc', { id: 'clauses', version, sha256, act: 'open', percent: 0, dwellMs: 1 }]] as const;
  const captured = async () => {
    for (const job of ['evidence-capture', 'evidence-log']) await shop.runJob(job);
    shop.clock.advance(5_000);
  };
  const [during, before] = [beginVisit(shop), beginVisit(shop)];
  await during.record([clockMark(shop), scroll(1)]);
  await before.record([clockMark(shop), ...opened(8, await publish(8, null))]);
  await captured();
  await during.record(opened(7, await publish(7, new Date(shop.clock.now()))));
  await publish(8, new Date(shop.clock.now()));
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  const ninth = async (trace: string) => (await check(trace, 'whole')).findings[8];
  expect(await ninth(during.trace)).toMatchObject({ check: 9, state: 'ok' });
  expect(await ninth(before.trace)).toMatchObject({
    check: 9,
    problems: [{ weight: 'altered', where: 'registered.json#document-clauses-8', line: '登记晚于展示' }],
  });
});

test('a recording that is not sealed yet is told from one that does not exist, with when it will be', async () => {
  const visit = beginVisit(shop);
  await visit.record([clockMark(shop), scroll(1)]);
  const received = formatDateTime(shop.clock.now());
  const why = (afterMs: number, trace = visit.trace) =>
    whyNotSealed(server.deps.database.query, trace, shop.clock.now() + afterMs);
  expect(await why(MINUTE)).toBe(
    `记录 ${visit.trace} 还没有封存：最后一批 ${received} 收到，静默半小时后封存，最早 ${formatDateTime(shop.clock.now() + 30 * MINUTE)}，请那时再核验；一直有新内容的，6 小时内先封一次`,
  );
  expect(await why(31 * MINUTE)).toContain('正等着封存');
  const told = await verify(visit.trace);
  expect(told.stderr).toContain(`记录 ${visit.trace} 还没有封存：最后一批 ${received} 收到`);
  expect((await verify('nobody-recorded-this')).stderr).toContain('没有记录 nobody-recorded-this');
  expect(told.code).toBe(3);
}, 60_000);
