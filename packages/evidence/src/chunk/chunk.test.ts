import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDamage, sha256Hex } from '../bytes/index.ts';
import { readCanonical } from '../canonical/index.ts';
import { readHeaderInOrder } from './header-in-order.ts';
import {
  type Chunk,
  type ChunkFacts,
  headerProblem,
  openPart,
  packPart,
  readChunk,
  readServerData,
  receiptText,
  sealPart,
  serverData,
  serverFacts,
  writeChunk,
} from './index.ts';

const trace = 'f1c3a0b2-0001-4000-8000-000000000001';
const viewKey = Buffer.alloc(32, 1);
const valuesKey = Buffer.alloc(32, 2);
const data = '[{"type":5,"timestamp":1,"data":{"tag":"page","payload":{}}}]';
const vals = '[{"k":1,"v":"林梅"}]';
const facts: ChunkFacts = {
  trace,
  kind: 'client',
  tab: 'a1b2c3d4',
  seq: 0,
  receivedAt: 1_795_000_000_000,
  events: 1,
  firstAt: 1,
  lastAt: 1,
  dataSha256: sha256Hex(data),
  prev: '0'.repeat(64),
  table: '',
  build: 'b1',
  flags: ['unsigned-in', 'final'],
};

const made = (of = facts) =>
  writeChunk(
    of,
    sealPart('view', of.trace, packPart(data), viewKey, Buffer.alloc(12, 3)),
    sealPart('values', of.trace, packPart(vals), valuesKey, Buffer.alloc(12, 4)),
  );
const whole = (bytes: Uint8Array): Chunk => {
  const chunk = readChunk(bytes);
  if (isDamage(chunk)) throw new Error(chunk.damage);
  return chunk;
};

test('says again what was put into it', () => {
  const chunk = whole(made());
  expect(chunk.header).toMatchObject({ ...facts, flags: ['final', 'unsigned-in'] });
  expect(openPart(chunk, 'view', viewKey)).toBe(data);
  expect(openPart(chunk, 'values', valuesKey)).toBe(vals);
  const bare = whole(writeChunk(facts, null, null));
  expect(openPart(bare, 'view', viewKey)).toBe('');
});

test('opens with its own key, for its own recording and part alone', () => {
  const chunk = whole(made());
  expect(openPart(chunk, 'view', valuesKey)).toMatchObject({ damage: expect.stringContaining('view') });
  const moved: Chunk = { ...chunk, header: { ...chunk.header, trace: 'somebody-elses' } };
  expect(isDamage(openPart(moved, 'view', viewKey))).toBe(true);
  const swapped: Chunk = { ...chunk, view: chunk.values, header: { ...chunk.header, view: chunk.header.values } };
  expect(isDamage(openPart(swapped, 'view', valuesKey))).toBe(true);
});

test('something packed that is no text does not open', () => {
  const sealed = sealPart('view', trace, Buffer.from('not gzip'), viewKey, Buffer.alloc(12, 3));
  expect(isDamage(openPart(whole(writeChunk(facts, sealed, null)), 'view', viewKey))).toBe(true);
});

test('the parts of a chunk with a changed byte do not open', () => {
  const bytes = made();
  const start = 4 + bytes.readUInt32BE(0);
  fc.assert(
    fc.property(fc.integer({ min: start, max: bytes.length - 1 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ (1 << bit);
      const chunk = whole(changed);
      const part = at < start + chunk.view.length ? 'view' : 'values';
      expect(isDamage(openPart(chunk, part, part === 'view' ? viewKey : valuesKey))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

describe('what is no chunk', () => {
  const bytes = made();
  const length = bytes.readUInt32BE(0);
  const withHeader = (change: (text: string) => string) => {
    const header = Buffer.from(change(bytes.subarray(4, 4 + length).toString()));
    const start = Buffer.alloc(4);
    start.writeUInt32BE(header.length);
    return Buffer.concat([start, header, bytes.subarray(4 + length)]);
  };
  test.each([
    ['nothing', Buffer.alloc(0), 'too short', 0],
    ['cut off', bytes.subarray(0, -1), 'length of the parts', 4 + length],
    ['too much', Buffer.concat([bytes, Buffer.of(0)]), 'length of the parts', 4 + length],
    [
      'a header longer than all',
      Buffer.concat([Buffer.of(0, 0, 15, 255), bytes.subarray(4)]),
      'length of the header',
      0,
    ],
    ['white space', withHeader((text) => text.replace(',', ', ')), 'canonical', 4],
    ['another version', withHeader((text) => text.replace('"v":1', '"v":2')), 'header.v', 4],
    ['another member', withHeader((text) => text.replace('{"build"', '{"a":1,"build"')), 'header.a', 4],
    [
      'flags out of order',
      withHeader((text) => text.replace('"final","unsigned-in"', '"unsigned-in","final"')),
      'flags',
      4,
    ],
    ['an unknown flag', withHeader((text) => text.replace('"final"', '"finish"')), 'header.flags[0]', 4],
    ['a trace that leads elsewhere', withHeader((text) => text.replace(trace, `../${trace}`)), 'header.trace', 4],
  ])('%s', (_name, stored, what, at) => {
    expect(readChunk(stored)).toEqual({ damage: expect.stringContaining(what), at });
  });

  test('a nonce of nothing, a part that is no more than a tag', () => {
    const { header } = whole(bytes);
    expect(headerProblem({ ...header, view: { length: 0, nonce: header.view.nonce } })).toContain('of nothing');
    expect(headerProblem({ ...header, view: { length: 16, nonce: header.view.nonce } })).toContain('less than a tag');
    expect(headerProblem({ ...header, values: { length: 40, nonce: 'x' } })).toContain('header.values.nonce');
  });

  test('is not written either', () => {
    expect(() => writeChunk({ ...facts, trace: 'short' }, null, null)).toThrow('header.trace');
  });
});

test('what happened on the server', () => {
  const event = { what: 'order-saved', at: 5, facts: { orderNo: 'JS1', digest: 'x' } } as const;
  const of = serverFacts(trace, 2, 6, event);
  expect(of).toMatchObject({ kind: 'server', tab: 'server', seq: 2, events: 1, firstAt: 5, receivedAt: 6 });
  expect(of.dataSha256).toBe(sha256Hex(serverData(event)));
  expect(serverData(event)).toBe(
    '[{"at":5,"facts":{"digest":"x","orderNo":"JS1"},"type":"server","what":"order-saved"}]',
  );
  expect(whole(writeChunk(of, null, null)).header.tab).toBe('server');
  expect(readServerData(serverData(event))).toMatchObject(event);
  const facts = '"facts":{},"type":"server","what":"bound"}';
  expect(readServerData(`[{"at":5,${facts}]`)).not.toBeNull();
  for (const wrong of [
    '[]',
    '{}',
    `[{"at":"5",${facts}]`,
    `[{"at":5,${facts},{"at":5,${facts}]`,
    `[{"at": 5,${facts}]`,
  ]) {
    expect(readServerData(wrong)).toBeNull();
  }
});

test('what a receipt is signed over', () => {
  expect(receiptText(facts, 'ab')).toBe(`huimin-receipt-v1\n${trace}\na1b2c3d4\n0\nab\n1795000000000\n`);
});

/** Bytes with one of them another one, one left out, and one put in, at every place. */
function* damagedAnywhere(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at++) {
    const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
    yield Buffer.concat([before, behind]);
    for (const sign of ['0', '9', 'a', 'Z', '"', '\\', ',', ']', '-', '.', 'é']) {
      yield Buffer.concat([before, Buffer.from(sign), behind]);
      yield Buffer.concat([before, Buffer.from(sign), bytes.subarray(at)]);
    }
  }
}

test('takes a header that comes as it is written for what the strict way takes it for, and no other', () => {
  const bytes = made();
  const header = bytes.subarray(4, 4 + bytes.readUInt32BE(0));
  let taken = 0;
  for (const other of damagedAnywhere(header)) {
    const read = readHeaderInOrder(other);
    if (read === null) continue;
    taken += 1;
    const strict = readCanonical(other.toString());
    expect(strict).toEqual(read);
    // Members beside each other are looked at afterwards, whichever way they came.
    const wrong = headerProblem(strict);
    if (wrong !== null) expect(wrong).toMatch(/nonce|length/);
  }
  expect(readHeaderInOrder(header)).toEqual(readCanonical(header.toString()));
  expect(taken).toBeGreaterThan(500);
});
