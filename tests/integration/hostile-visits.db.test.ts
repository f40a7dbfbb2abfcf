import { gzipSync } from 'node:zlib';
import type { Report } from '@huimin/evidence/verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChecker } from '../../apps/server/src/features/evidence/index.ts';
import { beginVisit, clockMark, recordSale, seal, tellNews } from './recorded-visit.ts';
import { batchOf, NO_BATCH_BEFORE, send, sendBody, sha256 } from './recording-client.ts';
import { openShop, pay, placeOrder, REQUIRED, type RunningServer, resident, type Shop } from './shop.ts';

/** What somebody sends who wants a sale to prove less, or more, than it did. */

let shop: Shop;
let server: RunningServer;
let people = 300;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
});
afterAll(() => shop?.close());

const rows = <T extends object>(text: string, values: unknown[] = []) => server.deps.database.query<T>(text, values);
const mark = (at: number, tag: string, payload: object) => ({ type: 5, timestamp: at, data: { tag, payload } });

async function check(trace: string): Promise<Report> {
  const checker = await createChecker(server.built.retention, 'deep', null);
  return (await checker.check(trace)) as Report;
}

const wrongIn = ({ findings }: Report): string[] =>
  findings.filter(({ state }) => state !== 'ok').map(({ line }) => line);

async function sealQuiet(): Promise<void> {
  shop.clock.advance(31 * 60_000);
  await seal(shop);
}

interface Sent {
  readonly events: readonly object[] | string;
  readonly more?: Record<string, unknown>;
}

/** A sale to which its own buyer adds what no page ever sent. */
async function saleWith(sent: (nowMs: number) => readonly Sent[]): Promise<string> {
  people += 1;
  const { trace, visit } = await recordSale(shop, resident(people));
  let [seq, prev] = [0, NO_BATCH_BEFORE];
  for (const { events, more } of sent(shop.clock.now())) {
    const data = typeof events === 'string' ? events : JSON.stringify(events);
    const body = gzipSync(JSON.stringify(batchOf(trace, seq, data, { tab: 'made-up-tab', prev, ...more })));
    const reply = await sendBody(visit.visitor, body, { 'content-encoding': 'gzip' });
    if (reply.receipt) [seq, prev] = [seq + 1, sha256(data)];
    if (seq > 0 && seq % 100 === 0) shop.clock.advance(60_000);
  }
  await sealQuiet();
  return trace;
}

const page = (at: number, more: object = {}) =>
  mark(at, 'page', { route: 'r', act: 'enter', title: '', build: '', ...more });
const CLOCK = Number.MAX_SAFE_INTEGER;

describe('a sale to which its buyer adds what no page sends is sealed, and nobody is said to have changed it', () => {
  test.each<[string, (nowMs: number) => readonly Sent[]]>([
    ['a name of 150 characters', (at) => [{ events: [page(at, { route: 'r'.repeat(150) })] }]],
    [
      'a recorder of 150 characters',
      (at) => [
        {
          events: [
            mark(at, 'env', {
              channel: 'h5',
              userAgent: '',
              width: 1,
              height: 1,
              recorder: 'r'.repeat(150),
              sdk: '',
              elder: false,
            }),
          ],
        },
      ],
    ],
    [
      'a channel that no database takes',
      (at) => [
        {
          events: [
            mark(at, 'env', {
              channel: 'a\0b',
              userAgent: '',
              width: 1,
              height: 1,
              recorder: '',
              sdk: '',
              elder: false,
            }),
          ],
        },
      ],
    ],
    [
      'a document that no database takes',
      (at) => [
        {
          events: [
            mark(at, 'doc', { id: 'a\0b', version: 1, sha256: '0'.repeat(64), act: 'open', percent: 1, dwellMs: 1 }),
          ],
        },
      ],
    ],
    [
      'clocks that are off by more than a number says',
      (at) => [{ events: [mark(at, 'clock', { serverAt: CLOCK, clientAt: 0, rttMs: CLOCK })] }],
    ],
    ['a time before all times', (at) => [{ events: [{ ...page(at), timestamp: -1 }] }]],
    ['a time after all times', (at) => [{ events: [{ ...page(at), timestamp: 1e300 }] }]],
    [
      'a plain batch with such a time',
      (at) => [
        {
          events: [{ ...page(at), timestamp: 1e300 }],
          more: { v: undefined, tab: undefined, seq: undefined, prev: undefined },
        },
      ],
    ],
    ['a string that no table has', (at) => [{ events: [page(at, { route: '\x7fzz' })] }]],
    ['a node that is none', (at) => [{ events: [{ type: 2, timestamp: at, data: { node: [0.5, 'p', {}] } }] }]],
    ['a table that nobody has', (at) => [{ events: [page(at)], more: { tbl: '5'.repeat(64) } }]],
    [
      'things within things',
      (at) => [
        {
          events: `[{"type":5,"timestamp":${at},"data":{"tag":"page","payload":{"route":"r","act":"enter","title":"","build":"","more":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}]`,
        },
      ],
    ],
    [
      'a thousand builds and some',
      (at) =>
        Array.from({ length: 1_010 }, (_, i) => ({
          events: [mark(at + i, 'vis', { visible: true })],
          more: { build: `b${i}` },
        })),
    ],
    [
      'a hundred thousand pages',
      (at) => Array.from({ length: 11 }, (_, i) => ({ events: Array.from({ length: 9_500 }, () => page(at + i)) })),
    ],
  ])(
    '%s',
    async (_, sent) => {
      const trace = await saleWith(sent);
      expect(await rows('select step, problem from evidence_objects where trace = $1', [trace])).toEqual([
        { step: 'sealed', problem: null },
      ]);
      const report = await check(trace);
      expect(report.verdict).not.toBe('altered');
      await shop.runJob('recording-digests');
      expect(await rows('select marks from recording_digests where trace = $1', [trace])).toMatchObject([
        { marks: expect.not.arrayContaining(['unopened']) },
      ]);
    },
    120_000,
  );
});

describe('who did not show that a recording is theirs', () => {
  const agreed = sha256('x');

  test('cannot take anything from a sale that is sealed and in the public log', async () => {
    people += 1;
    const { trace } = await recordSale(shop, resident(people));
    await sealQuiet();
    const before = await check(trace);
    expect([before.verdict, wrongIn(before)]).toEqual(['intact', []]);
    const sendAt = (seq: number, at: number, more = {}) =>
      send(shop.visitor(), batchOf(trace, seq, JSON.stringify([page(at)]), { tab: 'of-a-stranger', ...more }));
    expect((await sendAt(7, shop.clock.now())).code).toBe(200000);
    expect((await sendAt(8, 5, { build: 'no-build' })).code).toBe(200000);
    await sealQuiet();
    const after = await check(trace);
    expect([after.verdict, wrongIn(after)]).toEqual(['intact', []]);
    expect(await rows('select objects, gaps, state from evidence_recordings where trace = $1', [trace])).toEqual([
      { objects: 2, gaps: 0, state: 'sealed' },
    ]);
  });

  test('cannot add the documents and the consent that a sale went without', async () => {
    people += 1;
    const person = resident(people);
    const visit = beginVisit(shop);
    const { trace, visitor } = visit;
    await visit.record([clockMark(shop)]);
    await visitor.logIn(person);
    const readAt = shop.clock.now();
    shop.clock.advance(60_000);
    const { orderNo } = await placeOrder(visitor, [person]);
    await pay(visitor, orderNo, shop.sandbox);
    await tellNews(shop);
    await sealQuiet();
    expect((await check(trace)).verdict).toBe('incomplete');
    const { editionCode } = await visitor.value('productInfo', {});
    const documents = await rows<{ id: string; version: number; sha256: string }>(
      `select document_key as id, version, sha256 from documents where edition_code = $1 and document_key = any ($2)`,
      [editionCode, REQUIRED],
    );
    const read = documents.flatMap((document) =>
      ['open', 'bottom', 'close'].map((act) => mark(readAt, 'doc', { ...document, act, percent: 100, dwellMs: 9_000 })),
    );
    const data = JSON.stringify([
      ...read,
      mark(readAt + 1, 'consent', { id: 'agree', textSha256: agreed, checked: true }),
    ]);
    expect((await send(shop.visitor(), batchOf(trace, 0, data, { tab: 'of-a-stranger' }))).code).toBe(200000);
    await sealQuiet();
    const report = await check(trace);
    expect([report.verdict, wrongIn(report)[0]]).toEqual([
      'incomplete',
      expect.stringContaining('健康告知没有展示到底'),
    ]);
  });

  test('adds no more than a few objects to a recording, and its owner no more than a package has room for', async () => {
    const visit = beginVisit(shop);
    await visit.visitor.logIn(resident(398));
    await visit.record([clockMark(shop)]);
    const sealedAs = (count: number) =>
      rows('update recordings set sealed = $2 where trace = $1', [visit.trace, count]);
    const asStranger = (seq: number) =>
      send(shop.visitor(), batchOf(visit.trace, seq, JSON.stringify([page(seq + 1)]), { tab: 'of-a-stranger' }));
    await sealedAs(19);
    expect((await asStranger(0)).code).toBe(200000);
    await sealedAs(20);
    expect((await asStranger(1)).code).not.toBe(200000);
    shop.clock.advance(6_000);
    await visit.record([clockMark(shop)]);
    await sealedAs(500);
    shop.clock.advance(6_000);
    await expect(visit.record([clockMark(shop)])).rejects.toThrow();
  });
});

test('who goes on and on does not keep a sale from being sealed', async () => {
  people += 1;
  const { trace, visit } = await recordSale(shop, resident(people));
  const step = async () => {
    shop.clock.advance(20 * 60_000);
    await visit.record([clockMark(shop)]);
    await seal(shop);
    return rows<{ step: string }>('select step from evidence_objects where trace = $1', [trace]);
  };
  for (let minutes = 20; minutes < 6 * 60; minutes += 20) expect(await step()).toEqual([]);
  expect(await step()).toEqual([{ step: 'sealed' }]);
  const report = await check(trace);
  expect([report.verdict, wrongIn(report)]).toEqual(['intact', []]);
  // The rest half an hour after the last of it.
  await sealQuiet();
  const after = await check(trace);
  expect([after.verdict, wrongIn(after)]).toEqual(['intact', []]);
  expect(await rows('select addendum from evidence_objects where trace = $1 order by addendum', [trace])).toEqual([
    { addendum: 0 },
    { addendum: 1 },
  ]);
});
