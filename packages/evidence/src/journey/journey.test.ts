import { describe, expect, test } from 'vitest';
import type { TimedMark } from '../events/index.ts';
import { journeyProblems, type MarkedChunk, MOST_TOLD, REQUIRED_DOCUMENTS, readJourney, type Walked } from './index.ts';

const sha256 = 'a'.repeat(64);
const chunk = (seq: number, marks: TimedMark[], change: Partial<MarkedChunk> = {}): MarkedChunk => ({
  tab: 'tab-0001',
  seq,
  build: 'b1',
  flags: [],
  marks,
  ...change,
});
const page = (route: string, act: 'enter' | 'leave', at: number): TimedMark => ({
  tag: 'page',
  route,
  act,
  title: '',
  build: 'b1',
  at,
});
const doc = (act: 'open' | 'scroll' | 'bottom' | 'close', at: number, dwellMs = 0, id = 'clauses'): TimedMark => ({
  tag: 'doc',
  id,
  version: 1,
  sha256,
  act,
  percent: 0,
  dwellMs,
  at,
});

describe('what the marks say', () => {
  test('pages, one left in a later batch, one never', () => {
    const { pages } = readJourney([
      chunk(1, [page('index', 'leave', 9), page('confirm', 'enter', 10)]),
      chunk(0, [page('index', 'enter', 1), page('other', 'leave', 2)]),
    ]);
    expect(pages).toEqual([
      { route: 'index', enteredAt: 1, leftAt: 9, build: 'b1' },
      { route: 'confirm', enteredAt: 10, leftAt: null, build: 'b1' },
    ]);
  });

  test('documents: the first time at the end, the longest stay, each opening by itself', () => {
    const { documents } = readJourney([
      chunk(0, [
        doc('open', 1),
        doc('scroll', 2, 500),
        doc('bottom', 3, 900),
        doc('bottom', 4, 950),
        doc('close', 5, 1_000),
      ]),
      chunk(1, [doc('open', 8), doc('close', 9, 20), doc('bottom', 11, 5)]),
    ]);
    const same = { id: 'clauses', version: 1, sha256 };
    expect(documents).toEqual([
      { ...same, openedAt: 1, bottomAt: 3, closedAt: 5, dwellMs: 1_000 },
      { ...same, openedAt: 8, bottomAt: null, closedAt: 9, dwellMs: 20 },
      { ...same, openedAt: 11, bottomAt: 11, closedAt: null, dwellMs: 5 },
    ]);
  });

  test('consents, clocks and gaps; a batch in conflict says nothing', () => {
    const clock = (serverAt: number, rttMs: number): TimedMark => ({
      tag: 'clock',
      serverAt,
      clientAt: 1_000,
      rttMs,
      at: 1,
    });
    const consent: TimedMark = { tag: 'consent', id: 'agree', textSha256: sha256, checked: true, at: 7 };
    const journey = readJourney([
      chunk(0, [clock(900, 30), clock(1_000, 21), clock(5_000, 10), clock(1_010, 20), consent]),
      chunk(1, [{ tag: 'gap', from: 3, to: 4, why: 'storage full', events: 9, at: 8 }]),
      chunk(0, [consent, doc('bottom', 1)], { flags: ['conflict'] }),
    ]);
    expect(journey.clock).toEqual({ offsetMs: 10, rttMs: 20 });
    expect(journey.consents).toEqual([{ id: 'agree', textSha256: sha256, checked: true, at: 7 }]);
    expect(journey.gaps).toEqual([{ tab: 'tab-0001', fromSeq: 1, toSeq: 1, from: 3, to: 4, why: 'storage full' }]);
    expect(journey.documents).toEqual([]);
    expect(readJourney([]).clock).toBeNull();
  });
});

describe('what nobody needs to believe', () => {
  const consent = (at: number): TimedMark => ({ tag: 'consent', id: 'agree', textSha256: sha256, checked: true, at });

  test('who did not show that the recording is theirs says nothing', () => {
    const journey = readJourney([
      chunk(0, [page('index', 'enter', 1)]),
      chunk(1, [page('confirm', 'enter', 2), doc('bottom', 3), consent(4)], { flags: ['late', 'unsigned-in'] }),
      chunk(2, [{ tag: 'gap', from: 3, to: 4, why: 'x', events: 9, at: 8 }], { flags: ['unsigned-in'] }),
    ]);
    expect(journey.pages.map(({ route }) => route)).toEqual(['index']);
    expect([journey.documents, journey.consents, journey.gaps]).toEqual([[], [], []]);
  });

  test('of more than any visit has, the first', () => {
    const many = Array.from({ length: MOST_TOLD + 5 }, (_, at) => at);
    const { pages, consents } = readJourney([
      chunk(
        0,
        many.toReversed().flatMap((at) => [page('index', 'enter', at), consent(at)]),
      ),
    ]);
    expect([pages.length, consents.length]).toEqual([MOST_TOLD, MOST_TOLD]);
    expect([pages[0]?.enteredAt, consents.at(-1)?.at]).toEqual([0, MOST_TOLD - 1]);
  });

  test('a clock that is off by more than a number can say', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(
      readJourney([chunk(0, [{ tag: 'clock', serverAt: most, clientAt: 0, rttMs: most, at: 1 }])]).clock,
    ).toBeNull();
  });
});

describe('the journey that the rules ask for', () => {
  const read = REQUIRED_DOCUMENTS.map(({ id }, index) => ({
    id,
    version: 1,
    sha256,
    openedAt: index,
    bottomAt: 100 + index,
    closedAt: null,
    dwellMs: 5_000,
  }));
  const whole: Walked = {
    documents: read,
    consents: [{ id: 'agree', textSha256: sha256, checked: true, at: 200 }],
    server: [
      { what: 'order-saved', at: 10_300, sha256 },
      { what: 'payment-result', at: 10_400, sha256 },
    ],
    clock: { offsetMs: 10_000 },
  };
  const order = { documents: [{ id: 'clauses', version: 1, sha256 }] };
  const saved = (at: number) => ({ what: 'order-saved' as const, at, sha256 });

  test('is whole', () => {
    expect(journeyProblems(whole, order)).toEqual([]);
    expect(journeyProblems(whole, null)).toEqual([]);
    expect(journeyProblems({ ...whole, server: whole.server.slice(0, 1) }, order)).toEqual([]);
  });

  test.each<[string, Partial<Walked>, string, string]>([
    ['a document not opened', { documents: read.slice(1) }, 'health-notice', '没有打开过'],
    [
      'a document not to its end',
      { documents: [...read.slice(0, 3), { ...(read[3] as (typeof read)[0]), bottomAt: null }] },
      'exclusions',
      '免除责任没有展示到底',
    ],
    [
      'another version than the order names',
      { documents: read.map((one) => ({ ...one, version: one.id === 'clauses' ? 2 : 1 })) },
      'clauses',
      '保险条款',
    ],
    ['nothing agreed to', { consents: [] }, 'agreed', '没有勾选'],
    [
      'agreed and taken back',
      { consents: [{ id: 'agree', textSha256: sha256, checked: false, at: 200 }] },
      'agreed',
      '没有勾选',
    ],
    [
      'agreed before reading',
      { consents: [{ id: 'agree', textSha256: sha256, checked: true, at: 101 }] },
      'agreed',
      '还没有展示到底',
    ],
    ['agreed after saving', { server: [saved(8_000)] }, 'agreed', '没有勾选'],
    ['nothing saved', { server: [] }, 'saved', '没有保存订单'],
    ['paid before saving', { server: [saved(10_300), { what: 'payment-result', at: 10_299, sha256 }] }, 'paid', '早于'],
  ])('%s', (_name, change, where, line) => {
    expect(journeyProblems({ ...whole, ...change }, order)).toMatchObject([
      { where, line: expect.stringContaining(line) },
    ]);
  });
});
