import type { Depth, Report } from '@huimin/evidence/verify';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChecker, sealDue } from '../../apps/server/src/features/evidence/index.ts';
import { beginVisit, clockMark, recordSale, seal } from './recorded-visit.ts';
import { openShop, type RunningServer, type Shop } from './shop.ts';

/** Recordings whose keys are stored and do not open: a secret that is not held any more, a row that was changed. */
let shop: Shop;
let server: RunningServer;
const MINUTE = 60_000;
const WHY = '这个记录打不开：锁它的证据密钥不在服务器的设置里，请联系系统管理员把那一把加回来';
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
});
afterAll(() => shop?.close());

type Row = Record<string, unknown>;
const rows = (text: string, values: unknown[] = []) => server.deps.database.query<Row>(text, values);
const objects = (trace: string) => rows('select * from evidence_objects where trace = $1 order by addendum', [trace]);

async function check(depth: Depth, ...traces: string[]): Promise<Report[]> {
  const checker = await createChecker(server.built.retention, depth, null);
  return Array.fromAsync(checker.checkMany(traces));
}

const wrongIn = (reports: readonly Report[]): string[] =>
  reports.flatMap(({ findings }) => findings.filter(({ state }) => state !== 'ok').map(({ line }) => line));

const lose = (trace: string) =>
  rows(`update recordings set kek = 'gone/2026-01', keys_wrapped = '\\x00' where trace = $1`, [trace]);

test('a recording whose keys do not open waits and holds up nobody, and is sealed once they open; what is sealed keeps its proofs', async () => {
  const { trace } = await recordSale(shop, people.linMei);
  const [keys] = await rows('select kek, keys_wrapped from recordings where trace = $1', [trace]);
  await lose(trace);
  shop.clock.advance(MINUTE);
  const later = beginVisit(shop);
  await later.record([clockMark(shop), ['tap', { id: 'later' }]]);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  expect(await objects(trace)).toEqual([]);
  expect((await objects(later.trace)).map(({ step }) => step)).toEqual(['sealed']);

  const back = [trace, keys?.kek, keys?.keys_wrapped];
  await rows('update recordings set kek = $2, keys_wrapped = $3 where trace = $1', back);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  expect(wrongIn(await check('deep', trace, later.trace))).toEqual([]);

  await lose(trace);
  expect(wrongIn(await check('whole', trace))).toEqual([]);
  // Those behind it are checked all the same.
  const reports = await check('deep', trace, later.trace);
  expect(reports.map(({ verdict }) => verdict)).toEqual(['incomplete', 'intact']);
  expect(wrongIn(reports)).toEqual([`－ 10 投保过程：无法检查，${WHY}`]);
});

test('more of them than are sealed in a round hold up nobody either', async () => {
  const lost = Array.from({ length: 51 }, () => beginVisit(shop));
  for (const visit of lost) await visit.record([clockMark(shop)]);
  for (const { trace } of lost) await lose(trace);
  shop.clock.advance(1_000);
  const later = beginVisit(shop);
  await later.record([clockMark(shop)]);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  expect((await objects(later.trace)).map(({ step }) => step)).toEqual(['sealed']);
  expect(await objects(lost[0]?.trace ?? '')).toEqual([]);
});

test('a recording whose keys are lost while it is being sealed says why, and is ended when they are back', async () => {
  const { trace, record } = beginVisit(shop);
  await record([clockMark(shop)]);
  shop.clock.advance(31 * MINUTE);
  for (const job of ['evidence-capture', 'evidence-log']) await shop.runJob(job);
  const { recordings } = server.built.sealing;
  let hasBeenAsked = false;
  const keysOf: typeof recordings.keysOf = (recording) => {
    if (recording.trace !== trace) return recordings.keysOf(recording);
    // The first time it is asked whether it can be sealed at all.
    const isFirst = !hasBeenAsked;
    hasBeenAsked = true;
    return recordings.keysOf(isFirst ? recording : { trace, kek: 'gone/2026-01', keys_wrapped: Buffer.of(0) });
  };
  expect(await sealDue({ ...server.built.sealing, recordings: { ...recordings, keysOf } })).toBe(0);
  expect(await objects(trace)).toMatchObject([{ step: 'planned', problem: WHY }]);
  shop.clock.advance(59 * MINUTE);
  await seal(shop);
  expect(await objects(trace)).toMatchObject([{ step: 'planned' }]);
  shop.clock.advance(2 * MINUTE);
  await seal(shop);
  expect(await objects(trace)).toMatchObject([{ step: 'sealed', problem: null }]);
});
