import { expandWire, wireBuildOf } from '@huimin/evidence/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Batch, bodyOf } from './batch.ts';
import { createSender } from './send.ts';
import { createShorten } from './wire.ts';

const BUILD = '0123456789abcdef0123456789abcdef';
const TABLE = 'ab'.repeat(32);
const MOST = 1_000_000;
const encoded = (text: string) => new TextEncoder().encode(text);
const REFERENCE = encoded(
  '[{"type":3,"timestamp":~12,"data":{"source":5,"text":"⟦1⟧","isChecked":false,"id":71}}]\n[1,0,"\n[{"k":1,"v":"',
);

function batchOf(more: Partial<Batch> = {}): Batch {
  const at = 1_800_000_000_000;
  const event = (ms: number) =>
    `{"type":3,"timestamp":${at + ms},"data":{"source":5,"text":"⟦${ms}⟧","isChecked":false,"id":71}}`;
  return {
    trace: '6f1c9d1e-0a1b-4c2d-8e3f-112233445566',
    tab: '0d9e8f7a-6b5c-4d3e-9f20-a1b2c3d4e5f6',
    build: BUILD,
    table: TABLE,
    seq: 7,
    prev: 'cd'.repeat(32),
    data: `[${[1, 3, 2, 900].map(event).join(',')}]`,
    vals: '[{"k":1,"v":"林梅"}]',
    final: false,
    n: 4,
    t0: at,
    t1: at,
    upTo: 4,
    ...more,
  };
}

const shorten = createShorten(BUILD, REFERENCE);
const read = (bytes: Uint8Array | null) => bytes && expandWire(bytes, { table: TABLE, reference: REFERENCE }, MOST);
/** What the long way of sending it says, without what everybody counts for themselves. */
function longWay(batch: Batch, key: string): object {
  const { n, t0, t1, ...rest } = JSON.parse(bodyOf(batch, key));
  return rest;
}

describe('a short batch', () => {
  test('says what the long one says, in far fewer bytes, again and again', () => {
    for (const [batch, key] of [
      [batchOf(), ''],
      [batchOf({ seq: 8, final: true, vals: '' }), 'k'.repeat(22)],
      [batchOf(), ''],
    ] as const) {
      const bytes = shorten(batch, key);
      expect(wireBuildOf(bytes as Uint8Array)).toBe(BUILD);
      expect(read(bytes)).toEqual(longWay(batch, key));
      expect(bytes?.length).toBeLessThan(encoded(bodyOf(batch, key)).length / 3);
    }
  });

  test('comes back as it was, whatever stands in it', () => {
    const word = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"timestamp":1800000000000', '"timestamp":~5', '\n', '⟦7⟧', '"source":5,"text":"'),
    );
    const event = fc.record({ timestamp: fc.integer(), data: fc.dictionary(word, fc.oneof(word, fc.double())) });
    fc.assert(
      fc.property(fc.array(event), word, fc.boolean(), (events, value, final) => {
        const [data, vals] = [JSON.stringify(events), JSON.stringify([{ k: 1, v: value }])];
        const batch = batchOf({ data, vals, final });
        expect(read(shorten(batch, ''))).toEqual(longWay(batch, ''));
      }),
      { numRuns: 200 },
    );
  });

  test('cannot be read with another reference or table, nor once a bit of it is another', () => {
    const bytes = shorten(batchOf(), 'key') as Uint8Array;
    const other = Uint8Array.from(REFERENCE, (byte) => byte ^ 1);
    expect(expandWire(bytes, { table: TABLE, reference: other }, MOST)).toBeNull();
    expect(expandWire(bytes, { table: 'ac'.repeat(32), reference: REFERENCE }, MOST)).toBeNull();
    expect(expandWire(bytes, { table: TABLE, reference: REFERENCE }, 100)).toBeNull();
    for (let bit = 8 * 17; bit < 8 * bytes.length; bit += 1) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(read(changed), `bit ${bit}`).toBeNull();
      if (bit % 8 === 0) expect(read(bytes.subarray(0, bit >> 3))).toBeNull();
    }
  });

  test.each([
    ['of another build', { build: 'f'.repeat(32) }],
    ['without a table', { table: '' }],
    ['under a name of another kind', { trace: 'made-somewhere-else' }],
    ['that is very long', { data: JSON.stringify(['x'.repeat(300_000)]) }],
  ])('is not made of one %s', (_, more) => {
    expect(shorten(batchOf(more), '')).toBeNull();
  });
});

test('where nobody knows the reference, the same batch goes as everybody understands it, and so do all after it', async () => {
  const bodies: Uint8Array[] = [];
  const sender = createSender({
    fetch: async (_url, init) => {
      const body = init.body as Uint8Array;
      bodies.push(body);
      return body[0] === 0xc5 ? new Response('', { status: 415 }) : Response.json({ code: 200 });
    },
    timers: { set: () => 0, clear: () => {} },
    compress: async () => null,
    shorten,
    url: '/collect',
  });
  const [batch, next] = [batchOf(), batchOf({ seq: 8 })];
  expect(await sender.send(batch, '', 0)).toEqual({ end: 'unsent' });
  await sender.send(batch, '', 1);
  await sender.send(next, '', 0);
  expect(bodies.map((body) => body[0])).toEqual([0xc5, 0x7b, 0x7b]);
  expect(JSON.parse(new TextDecoder().decode(bodies[1]))).toEqual(JSON.parse(bodyOf(batch, '')));
  expect(sender.leavingBody(next, '')[0]).toBe(0x7b);
});
