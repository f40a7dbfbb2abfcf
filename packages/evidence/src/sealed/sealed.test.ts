import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hex, isDamage, sha256, sha256Hex } from '../bytes/index.ts';
import { readCanonical } from '../canonical/index.ts';
import {
  type CanonicalOrder,
  chainHead,
  chainNext,
  chainStart,
  findGaps,
  footerLength,
  type Manifest,
  manifestBytes,
  manifestMessage,
  manifestProblem,
  orderDigest,
  readFooter,
  readManifest,
  readObject,
  readOwnManifest,
  undeclaredGaps,
  writeObject,
} from './index.ts';

const trace = 'f1c3a0b2-0001-4000-8000-000000000001';
const hash = sha256Hex('x');

const manifest: Manifest = {
  format: 'huimin-evidence/1',
  trace,
  addendum: 0,
  previous: null,
  sealedAt: 10,
  chain: { count: 1, head: hash },
  chunks: [
    {
      sha256: hash,
      length: 3,
      kind: 'client',
      tab: 'tab-0001',
      seq: 0,
      receivedAt: 5,
      events: 1,
      firstAt: 1,
      lastAt: 1,
      flags: [],
      capture: { entry: 0, index: 0, path: [] },
    },
  ],
  gaps: [],
  flags: [],
  order: { orderNo: 'JS26001', digest: hash },
  holder: null,
  product: 'js26',
  builds: ['b1'],
  tables: [],
  pages: [{ route: 'index', enteredAt: 1, leftAt: null, build: 'b1' }],
  documents: [],
  consents: [],
  server: [],
  clock: { offsetMs: -3, rttMs: 20 },
  keys: { kek: '2026-11' },
  retention: { class: 'short-term', until: 100 },
  recorder: '2.1.6',
};

describe('objects', () => {
  const parts = [Buffer.from('one'), Buffer.from('three'), Buffer.alloc(0)];
  const object = writeObject(parts, Buffer.from('{}'));

  test('are taken apart as they were put together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 }),
        fc.uint8Array({ maxLength: 90 }),
        (chunks, end) => {
          const read = readObject(writeObject(chunks, end));
          if (isDamage(read)) throw new Error(read.damage);
          expect(read.chunks.map(hex)).toEqual(chunks.map(hex));
          expect(hex(read.manifestBytes)).toBe(hex(end));
        },
      ),
    );
  });

  test('are read from their end, by two short reads', () => {
    const length = footerLength(object.subarray(-11), object.length);
    if (isDamage(length)) throw new Error(length.damage);
    const read = readObject(object);
    expect(readFooter(object.subarray(-length), object.length)).toEqual(isDamage(read) ? null : read.places);
  });

  test('cut off anywhere, or with a byte too many, are none', () => {
    for (let length = 0; length < object.length; length++) {
      expect(isDamage(readObject(object.subarray(0, length)))).toBe(true);
    }
    expect(isDamage(readObject(Buffer.concat([object, Buffer.of(10)])))).toBe(true);
    expect(isDamage(readObject(Buffer.concat([Buffer.of(10), object])))).toBe(true);
  });

  test.each([
    ['places that overlap', '{"chunks":[[7,3],[9,5],[15,0]],"manifest":[15,2]}'],
    ['a hole between places', '{"chunks":[[8,2],[10,5],[15,0]],"manifest":[15,2]}'],
    ['a place behind the end', '{"chunks":[[7,3],[10,5],[15,0]],"manifest":[15,3]}'],
    ['three numbers', '{"chunks":[[7,3,1],[10,5],[15,0]],"manifest":[15,2]}'],
    ['white space', '{"chunks":[[7,3],[10,5],[15,0]], "manifest":[15,2]}'],
  ])('%s', (_name, text) => {
    const footer = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(footer.length);
    const bytes = Buffer.concat([object.subarray(0, 17), footer, length, Buffer.from('HMREC1\n')]);
    expect(readObject(bytes)).toMatchObject({ damage: expect.stringContaining('footer'), at: 17 });
  });
});

describe('chains', () => {
  test('as the format says, step by step', () => {
    const start = sha256(Buffer.concat([Buffer.from(`huimin-chain-v1\n${trace}\n`), Buffer.of(0, 0, 0, 1)]));
    expect(chainStart(trace, 1)).toEqual(start);
    const [a, b] = [sha256('a'), sha256('b')];
    const next = sha256(Buffer.concat([start, a]));
    expect(chainNext(start, a)).toEqual(next);
    expect(chainHead(trace, 1, [a, b])).toEqual(sha256(Buffer.concat([next, b])));
  });

  test('another order, another recording, another addendum is another head', () => {
    const [a, b] = [sha256('a'), sha256('b')];
    const heads = [chainHead(trace, 0, [a, b]), chainHead(trace, 0, [b, a]), chainHead(trace, 1, [a, b])];
    expect(new Set([...heads, chainHead('other-trace', 0, [a, b])].map(hex)).size).toBe(4);
  });
});

describe('manifests', () => {
  test('are read as they were written', () => {
    expect(readManifest(manifestBytes(manifest))).toEqual(manifest);
    expect(manifestMessage(sha256('')).subarray(0, 19).toString()).toBe('huimin-manifest-v1\n');
  });

  test.each<[string, Partial<Record<keyof Manifest, unknown>>]>([
    ['format', { format: 'huimin-evidence/2' }],
    ['trace', { trace: '../../etc/passwd' }],
    ['previous', { previous: hash }],
    ['previous', { addendum: 1 }],
    ['chain.count', { chain: { count: 2, head: hash } }],
    ['sealedAt', { sealedAt: -1 }],
    ['sealedAt', { sealedAt: 1.5 }],
    ['flags', { flags: ['good'] }],
    ['order', { order: { orderNo: 'JS26001' } }],
    ['clock', { clock: { offsetMs: '0', rttMs: 0 } }],
    ['more', { more: 1 } as never],
  ])('%s is looked at', (member, change) => {
    expect(manifestProblem({ ...manifest, ...change })).toContain(`manifest.${member}`);
    expect(() => manifestBytes({ ...manifest, ...change } as Manifest)).toThrow(`manifest.${member}`);
  });

  test('in another form than the canonical are none', () => {
    expect(readManifest(Buffer.from(JSON.stringify(manifest, null, 1)))).toMatchObject({ at: 0 });
    expect(readManifest(Buffer.from('null'))).toMatchObject({ at: 0 });
  });
});

test('the digest of an order does not depend on how it was put together', () => {
  const order: CanonicalOrder = {
    orderNo: 'JS26001',
    edition: 'js26',
    plan: 'standard',
    insuredCount: 2,
    premiumFen: 19_800,
    savedAt: 7,
    documents: [{ id: 'clauses', version: 1, sha256: hash }],
  };
  const turned = Object.fromEntries(Object.entries(order).reverse()) as unknown as CanonicalOrder;
  expect(orderDigest(turned)).toBe(orderDigest(order));
  expect(orderDigest({ ...order, premiumFen: 1 })).not.toBe(orderDigest(order));
  expect(() => orderDigest({ ...order, name: '林梅' } as never)).toThrow('order.name');
});

describe('gaps', () => {
  const hashOf = (seq: number) => sha256Hex(`data ${seq}`);
  const piece = (seq: number, change = {}) => ({
    tab: 'tab-0001',
    kind: 'client' as const,
    seq,
    prev: seq === 0 ? '0'.repeat(64) : hashOf(seq - 1),
    dataSha256: hashOf(seq),
    firstAt: seq * 10,
    lastAt: seq * 10 + 5,
    flags: [],
    ...change,
  });

  test('none in a whole recording, in whatever order it came', () => {
    expect(findGaps([2, 0, 1].map((seq) => piece(seq)))).toEqual([]);
  });

  test('numbers that are missing', () => {
    expect(findGaps([0, 1, 4, 6].map((seq) => piece(seq)))).toEqual([
      { tab: 'tab-0001', fromSeq: 2, toSeq: 3, from: 15, to: 40, why: 'missing' },
      { tab: 'tab-0001', fromSeq: 5, toSeq: 5, from: 45, to: 60, why: 'missing' },
    ]);
    expect(findGaps([piece(1)])).toMatchObject([{ fromSeq: 0, toSeq: 0 }]);
  });

  test('a batch that goes on from something else', () => {
    expect(findGaps([piece(0), piece(1, { prev: hash }), piece(2)])).toMatchObject([
      { fromSeq: 1, toSeq: 1, why: 'prev' },
    ]);
    expect(findGaps([piece(0, { prev: hash })])).toMatchObject([{ fromSeq: 0, why: 'prev' }]);
  });

  test('of two batches with one number either may be gone on from', () => {
    const other = piece(1, { dataSha256: hash, flags: ['conflict'] });
    expect(findGaps([piece(0), piece(1), other, piece(2)])).toEqual([]);
    expect(findGaps([piece(0), piece(1), other, piece(2, { prev: hash })])).toEqual([]);
  });

  test('tabs are looked at by themselves, and what says nothing of its predecessor has none', () => {
    const server = (seq: number) => piece(seq, { tab: 'server', kind: 'server', prev: '' });
    expect(findGaps([piece(0), server(0), server(1), piece(1)])).toEqual([]);
    expect(findGaps([server(0), server(2)])).toMatchObject([{ tab: 'server', fromSeq: 1 }]);
  });

  test('of who did not show that the recording is theirs nothing is missing', () => {
    const theirs = (seq: number) => piece(seq, { flags: ['unsigned-in'] });
    expect(findGaps([piece(0), theirs(7)])).toEqual([]);
    expect(findGaps([theirs(3), theirs(9)])).toEqual([]);
    // Before what came from the owner they are numbers like any.
    expect(findGaps([theirs(0), theirs(1), piece(2)])).toEqual([]);
    expect(findGaps([theirs(1), piece(2)])).toMatchObject([{ fromSeq: 0, toSeq: 0 }]);
  });

  test('declared means covered', () => {
    const found = findGaps([0, 3].map((seq) => piece(seq)));
    expect(undeclaredGaps(found, found)).toEqual([]);
    expect(undeclaredGaps(found, [{ ...(found[0] as (typeof found)[0]), toSeq: 1 }])).toEqual(found);
    expect(undeclaredGaps(found, [{ ...(found[0] as (typeof found)[0]), tab: 'other' }])).toEqual(found);
  });
});

describe('a manifest whose chunks come as they are written', () => {
  const [chunk] = manifest.chunks as [Manifest['chunks'][number]];
  const chunks = [
    { ...chunk, capture: { entry: 12_345_678_901, index: 0, path: [hash, sha256Hex('y')] }, flags: ['final' as const] },
    { ...chunk, kind: 'server' as const, tab: 'server', capture: { entry: 10, index: 255, path: [hash] } },
    { ...chunk, receivedAt: 1_793_581_323_731, flags: ['conflict' as const, 'plain' as const] },
  ];
  const bytes = Buffer.from(manifestBytes({ ...manifest, chunks, chain: { count: 3, head: hash } }));

  test('is read as what stands there', () => {
    const read = readManifest(bytes);
    expect(read).toEqual(JSON.parse(bytes.toString()));
    const paths = {
      ...(read as Manifest),
      chunks: chunks.map((of) => ({ ...of, capture: { ...of.capture, path: [] } })),
    };
    expect(readOwnManifest(bytes)).toEqual(paths);
    const none = Buffer.from(manifestBytes({ ...manifest, chunks: [], chain: { count: 0, head: hash } }));
    expect(readManifest(none)).toEqual(JSON.parse(none.toString()));
    expect(readOwnManifest(none)).toEqual(JSON.parse(none.toString()));
  });

  test('is taken for what the strict way takes it for, and no other', () => {
    const signs = ['0', '9', 'a', 'Z', '"', '\\', ',', ']', '-', '.', 'é'].map((sign) => Buffer.from(sign));
    let taken = 0;
    for (let at = bytes.indexOf('"chunks"'); at < bytes.indexOf('"clock"'); at++) {
      const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
      const others = signs.flatMap((sign) => [
        Buffer.concat([before, sign, behind]),
        Buffer.concat([before, sign, bytes.subarray(at)]),
      ]);
      for (const other of [Buffer.concat([before, behind]), ...others]) {
        const value = readCanonical(other.toString());
        const isRight = value !== undefined && manifestProblem(value) === null;
        const read = readManifest(other);
        expect(isDamage(read)).toBe(!isRight);
        if (!isRight) continue;
        taken += 1;
        expect(read).toEqual(value);
      }
    }
    expect(taken).toBeGreaterThan(1_000);
  });
});

test('a footer is taken for what the strict way takes it for, and no other', () => {
  const object = writeObject([Buffer.from('one'), Buffer.alloc(120), Buffer.alloc(0)], Buffer.from('{}'));
  const length = footerLength(object, object.length) as number;
  const at = object.length - length;
  for (let place = at; place < object.length - 11; place++) {
    for (const sign of ['0', '1', '9', ',', ']', '[', '"', '-', ' ']) {
      const other = Buffer.from(object);
      other.write(sign, place);
      if (!other.equals(object)) expect(isDamage(readFooter(other, other.length))).toBe(true);
    }
  }
});
