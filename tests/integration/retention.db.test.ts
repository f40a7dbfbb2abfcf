import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '@huimin/evidence/verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStore } from '../../apps/server/src/adapters/folder-store/create-folder-store.ts';
import { createS3Store } from '../../apps/server/src/adapters/s3-store/create-s3-store.ts';
import {
  beginDispute,
  createChecker,
  endDispute,
  eraseRecording,
  holdRecording,
  keepRecordings,
  type RetentionDependencies,
  releaseRecording,
  restrictPerson,
  restrictRecording,
  sealDue,
} from '../../apps/server/src/features/evidence/index.ts';
import { type ObjectStore, StoreUnavailable } from '../../apps/server/src/ports/object-store.ts';
import { beginVisit, clockMark, recordSale, seal as sealAsServer } from './recorded-visit.ts';
import { openShop, type RunningServer, resident, type Shop } from './shop.ts';

let shop: Shop;
let server: RunningServer;
let store: ReturnType<typeof createS3Store>;
const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const BY = { by: '合规-01', reason: '法院调取' };

beforeAll(async () => {
  shop = await openShop({ jobs: false, environment: bucketOf });
  server = shop.servers[0] as RunningServer;
  const { accessKeyId, secretAccessKey, region, bucket } = shop.sandbox.keys.objectStore;
  const origin = `http://127.0.0.1:${shop.sandbox.objectStorePort}`;
  const own = { accessKeyId, secretAccessKey, region, bucket, clock: shop.clock };
  store = createS3Store({ origin, prefix: 'kept/', retryAfterMs: [1], ...own });
});
afterAll(async () => {
  store?.close();
  await shop?.close();
});

/** Everything in one bucket of the sandbox's store, under names of their own. */
function bucketOf({ keys, objectStorePort }: Shop['sandbox']): Record<string, string> {
  const { accessKeyId, secretAccessKey, region, bucket } = keys.objectStore;
  return {
    EVIDENCE_STORE: `s3://${bucket}/evidence`,
    EVIDENCE_CHECKPOINT_DIR: `s3://${bucket}/second`,
    EVIDENCE_S3_ORIGIN: `http://127.0.0.1:${objectStorePort}`,
    EVIDENCE_S3_REGION: region,
    EVIDENCE_S3_ACCESS_KEY_ID: accessKeyId,
    EVIDENCE_S3_SECRET: secretAccessKey,
  };
}

type Row = Record<string, unknown>;
const rows = (text: string, values: unknown[] = []) => server.deps.database.query<Row>(text, values);
const listed = async (trace: string): Promise<Row> =>
  (await rows('select * from evidence_recordings where trace = $1', [trace]))[0] as Row;
const nameOf = async (trace: string): Promise<string> =>
  String((await rows('select name from evidence_objects where trace = $1', [trace]))[0]?.name);

function deps(change: Partial<RetentionDependencies> = {}): RetentionDependencies {
  return { ...server.built.retention, store, erases: true, ...change };
}

/** The shop's servers with an object store that locks. */
async function seal(into: ObjectStore = store): Promise<void> {
  shop.clock.advance(31 * MINUTE);
  await shop.runJob('evidence-capture');
  await shop.runJob('evidence-log');
  await sealDue({ ...server.built.sealing, store: into });
  await shop.runJob('evidence-log');
}

async function visited(): Promise<string> {
  const visit = beginVisit(shop);
  await visit.record([clockMark(shop), ['tap', { id: 'a' }]]);
  await seal();
  return visit.trace;
}

async function sold(index: number, into?: ObjectStore): Promise<string> {
  const { trace } = await recordSale(shop, resident(index));
  await seal(into);
  return trace;
}

/** The daily round, until nothing is left of the day. */
async function daily(change: Partial<RetentionDependencies> = {}): Promise<void> {
  while ((await keepRecordings(deps(change))) > 0);
  await shop.runJob('evidence-log');
}

async function check(trace: string): Promise<Report> {
  const checker = await createChecker(deps(), 'deep', null);
  return (await checker.check(trace)) as Report;
}

/** The check as an operator runs it, by the shop's clock: the store refuses whoever is a quarter of an hour off. */
async function verify(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const key = (fill: number, bytes: number) => Buffer.alloc(bytes, fill).toString('base64');
  const clock = `Date.now=()=>${shop.clock.now()}`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
    DATABASE_URL: shop.database.url,
    PUBLIC_ORIGIN: shop.origin,
    DATA_DIR: shop.evidenceDir,
    NUMBER_KEY: key(3, 16),
    EVIDENCE_KEY: `t1:${key(5, 32)}`,
    EVIDENCE_SIGNING_KEY: key(6, 32),
    ...bucketOf(shop.sandbox),
  };
  return promisify(execFile)(process.execPath, ['scripts/command.mjs', 'verify-evidence', ...args], { env })
    .then((ended) => ({ code: 0, ...ended }))
    .catch((failed) => failed);
}

test('a server with a bucket for a store keeps objects, log and checkpoints there, locked, and the check reads them there', async () => {
  const { trace, orderNo } = await recordSale(shop, resident(49));
  shop.clock.advance(31 * MINUTE);
  await sealAsServer(shop);
  const stored = () => shop.sandbox.control.objects.list();
  const names = stored().map(({ name }) => name);
  const name = `evidence/${await nameOf(trace)}`;
  for (const part of [
    name,
    'evidence/log/tile/0/000.p/',
    'evidence/log/tile/entries/000.p/',
    'second/checkpoints/',
    'evidence/documents/',
  ]) {
    expect(
      names.some((one) => one.startsWith(part)),
      part,
    ).toBe(true);
  }
  expect(existsSync(join(shop.evidenceDir, 'store'))).toBe(false);
  expect(existsSync(join(shop.evidenceDir, 'copies'))).toBe(false);
  const locked = () => stored().find((one) => one.name === name);
  expect(locked()).toMatchObject({ retainUntilMs: (await listed(trace)).kept_until });
  expect(locked()?.held).not.toBe(true);
  const own = server.built.retention;
  expect(await holdRecording(own, trace, BY)).toBe('done');
  expect(locked()?.held).toBe(true);
  expect(await own.store.kept(await nameOf(trace))).toMatchObject({ keeping: { held: true, lock: 'compliance' } });
  expect(await own.store.remove(await nameOf(trace))).toBe('locked');
  const whole = await verify(orderNo, '--deep');
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining('VERDICT intact') });
  expect(whole.stdout).toContain('冻结，不解除就一直保存，已锁定');
  // What was changed in the bucket is found there.
  shop.sandbox.control.objects.damage(name);
  expect(await verify(orderNo)).toMatchObject({ code: 2, stdout: expect.stringContaining('VERDICT altered') });
  await rows('delete from evidence_recordings where trace = $1', [trace]);
});

test('whoever asks to be forgotten: what must be kept is only kept, what is over its time goes, what comes late follows', async () => {
  let nowMs: number | null = null;
  const clock = { now: () => nowMs ?? shop.clock.now() };
  const folder = createFolderStore({ folder: join(shop.evidenceDir, 'forgotten'), clock });
  const own = { erases: false, clock, store: folder };
  const trace = await sold(60, folder);
  const other = await sold(61, folder);
  const [row] = await rows('select holder from recordings where trace = $1', [trace]);
  const person = row?.holder as Buffer;
  const late = await recordSale(shop, resident(62));
  await rows('update recordings set holder = $1 where trace = $2', [person, late.trace]);
  expect(await restrictPerson(deps(own), person, '注销账号')).toEqual({
    ...{ restricted: 1, erased: 0, refused: 0, waiting: 1 },
  });
  await seal(folder);
  for (const one of [trace, late.trace]) {
    expect(await listed(one)).toMatchObject({ state: 'restricted', restricted_why: '注销账号' });
  }
  expect(await listed(other)).toMatchObject({ state: 'sealed', restricted_at: null });
  // Asked again when the time of both is over.
  nowMs = ((await listed(trace)).kept_until as number) + DAY;
  expect(await restrictPerson(deps(own), person, '注销账号')).toMatchObject({ restricted: 0, erased: 2, refused: 0 });
  expect(await listed(trace)).toMatchObject({ state: 'erased', holder: null });
  expect((await listed(other)).erased_at).toBeNull();
  await rows('delete from evidence_recordings where trace = $1', [other]);
});

test('a sale is kept for years after its contract, longer by a dispute and by a hold, and no longer', async () => {
  const startMs = shop.clock.now();
  const plain = await sold(50);
  const disputed = await sold(51);
  const held = await sold(52);
  const asked = await sold(53);
  const long = await sold(54);
  const ends = (await listed(plain)).kept_until as number;
  // The contract of one runs for longer than a year: the store is told.
  const [longOrder] = await rows('select order_no from evidence_recordings where trace = $1', [long]);
  const orderId = server.deps.numbers.orderId(String(longOrder?.order_no));
  await rows(`update orders set cover_from = '2026-11-20' where id = $1`, [orderId]);
  const editions = {
    edition: (code: string) => {
      const edition = server.deps.editions.edition(code);
      return (
        edition && { document: { validDate: edition.document.validDate, invalidDate: edition.document.invalidDate } }
      );
    },
  };
  const years = { editions };
  expect(await holdRecording(deps(), held, BY)).toBe('done');
  expect(await holdRecording(deps(), held, BY)).toBe('as-it-was');
  expect(await restrictRecording(deps(), asked)).toBe('done');
  expect(await listed(asked)).toMatchObject({ state: 'restricted' });
  expect(await beginDispute(deps(), disputed, 'D-1', BY)).toBe('done');
  shop.clock.advance(31 * DAY);
  await daily(years);
  const longUntil = (await listed(long)).kept_until as number;
  expect(longUntil).toBeGreaterThan(ends + 4.9 * YEAR);
  expect(await store.state(await nameOf(long))).toMatchObject({ retainUntilMs: longUntil });
  // Whatever becomes shorter afterwards, the lock stays.
  await rows(`update orders set cover_from = null where id = $1`, [orderId]);

  shop.clock.set(startMs + 6 * YEAR);
  await daily(years);
  for (const trace of [plain, disputed, held, asked, long]) expect((await listed(trace)).erased_at).toBeNull();
  expect(await endDispute(deps(), disputed, 'D-1')).toBe('done');
  const disputeEndMs = shop.clock.now();

  shop.clock.set(ends + DAY);
  await daily(years);
  expect((await listed(plain)).state).toBe('erased');
  expect((await listed(asked)).state).toBe('erased');
  expect(await listed(held)).toMatchObject({ state: 'held', erased_at: null });
  expect(await store.remove(await nameOf(held))).toBe('locked');
  const afterDispute = (await listed(disputed)).kept_until as number;
  expect(afterDispute).toBeGreaterThan(disputeEndMs + 3 * YEAR - 2 * DAY);
  expect((await listed(disputed)).erased_at).toBeNull();

  shop.clock.set(startMs + 11 * YEAR);
  await daily(years);
  expect((await listed(disputed)).state).toBe('erased');
  expect((await listed(long)).erased_at).toBeNull();
  expect(await releaseRecording(deps(), held, BY)).toBe('done');
  shop.clock.advance(MINUTE);
  await daily(years);
  expect((await listed(held)).state).toBe('erased');

  shop.clock.set(longUntil + DAY);
  await daily(years);
  expect((await listed(long)).state).toBe('erased');
  const left = shop.sandbox.control.objects
    .list()
    .filter(({ name }) => name.startsWith('kept/') && name.endsWith('.rec'));
  const due = await rows(`select trace from evidence_recordings where erased_at is null`);
  expect(left).toHaveLength(due.length);
  const said = await rows(`select key from log_entries where key like '%' || $1 || '%' order by position`, [held]);
  expect(said.map(({ key }) => String(key).split(' ')[0])).toEqual(['manifest', 'hold', 'release', 'erased']);
});

describe('a visit without a contract', () => {
  test('is due after 90 days, erased only where that is turned on, and then nobody can read it again', async () => {
    const trace = await visited();
    const name = await nameOf(trace);
    expect(await store.state(name)).toMatchObject({
      lock: 'compliance',
      retainUntilMs: (await listed(trace)).kept_until,
    });
    expect(await store.remove(name)).toBe('locked');
    shop.clock.advance(80 * DAY);
    await daily();
    expect(await eraseRecording(deps(), trace)).toEqual({ erased: false, refusal: '保存期限未到，不能销毁' });
    shop.clock.advance(11 * DAY);
    await daily({ erases: false });
    expect(await listed(trace)).toMatchObject({ state: 'due', erased_at: null });
    expect(await store.state(name)).not.toBeNull();
    shop.clock.advance(DAY);
    await daily();
    expect(await listed(trace)).toMatchObject({ state: 'erased', erased_rule: '没有成交，保存 90 天', holder: null });
    expect(await store.state(name)).toBeNull();
    expect(await rows('select keys_wrapped, user_id, session_hash from recordings where trace = $1', [trace])).toEqual([
      { keys_wrapped: null, user_id: null, session_hash: null },
    ]);
    const report = await check(trace);
    expect([report.verdict, report.exitCode]).toEqual(['erased-by-rule', 4]);
    await daily();
    expect(await rows(`select 1 from log_entries where key = $1`, [`erased ${trace}`])).toHaveLength(1);
  });

  test('that was changed, or whose store refuses, is not erased', async () => {
    const trace = await visited();
    const name = await nameOf(trace);
    await rows(`update evidence_objects set signature = $2 where trace = $1`, [trace, Buffer.alloc(64)]);
    shop.clock.advance(92 * DAY);
    await daily();
    expect(await listed(trace)).toMatchObject({ state: 'due', refusal: expect.stringContaining('没有通过核验') });
    expect(await store.state(name)).not.toBeNull();
    const locked = await visited();
    const lockedName = await nameOf(locked);
    await store.retain(lockedName, shop.clock.now() + 400 * DAY);
    shop.clock.advance(92 * DAY);
    await daily();
    expect(await listed(locked)).toMatchObject({ state: 'due', refusal: '存储仍在锁定期内，拒绝删除' });
    const [keys] = await rows('select keys_wrapped from recordings where trace = $1', [locked]);
    expect(keys?.keys_wrapped).not.toBeNull();
    // Nothing of it is gone, so that it can still be held; where the store does not hear it, it is said again.
    const hold = () => Promise.reject(new StoreUnavailable('away'));
    await expect(holdRecording(deps({ store: { ...store, hold } }), locked, BY)).rejects.toThrow(StoreUnavailable);
    expect(await listed(locked)).toMatchObject({ state: 'held', erasing_at: null });
    expect(await store.state(lockedName)).toMatchObject({ held: false });
    expect(await holdRecording(deps(), locked, BY)).toBe('as-it-was');
    expect(await store.state(lockedName)).toMatchObject({ held: true });
    expect(await releaseRecording(deps(), locked, BY)).toBe('done');
    shop.clock.advance(400 * DAY);
    await daily();
    expect(await listed(locked)).toMatchObject({ state: 'erased' });
  });

  test('that is held while it is checked stays; a hold that comes later is too late, and says so', async () => {
    const trace = await visited();
    const name = await nameOf(trace);
    shop.clock.advance(92 * DAY);
    await daily({ erases: false });
    const answers: string[] = [];
    const heldFirst =
      <A extends unknown[], R>(go: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        answers.push(await holdRecording(deps(), trace, BY));
        return go(...given);
      };
    const held = { erased: false, refusal: '司法冻结中，解冻之前不能销毁' };
    const whileChecked = deps({ store: { ...store, kept: heldFirst(store.kept) } });
    expect(await eraseRecording(whileChecked, trace)).toEqual(held);
    expect(answers).toEqual(['done']);
    expect(await listed(trace)).toMatchObject({ state: 'held', due_at: null, erasing_at: null });
    expect(await store.state(name)).toMatchObject({ held: true });

    expect(await releaseRecording(deps(), trace, BY)).toBe('done');
    await daily({ erases: false });
    const whileRemoved = deps({ store: { ...store, remove: heldFirst(store.remove) } });
    expect(await eraseRecording(whileRemoved, trace)).toEqual({ erased: true });
    expect(answers).toEqual(['done', 'erased']);
    expect(await listed(trace)).toMatchObject({ state: 'erased', held_at: null });
  });
});
