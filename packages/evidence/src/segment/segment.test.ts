import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hex, isDamage } from '../bytes/index.ts';
import { sealPart, writeChunk } from '../chunk/index.ts';
import { crc32c, FRAME_EXTRA, frameOf, readSegment, type SegmentContent, segmentStart } from './index.ts';

const info = { segment: '000001', server: 's1', openedAt: 1_795_000_000_000 };
const start = segmentStart(info);
const chunk = (seq: number) => {
  const sealed = sealPart('view', 'trace-0001', Buffer.alloc(50, seq), Buffer.alloc(32, 1), Buffer.alloc(12, seq));
  const facts = { trace: 'trace-0001', kind: 'client', tab: 'tab-0001', seq, receivedAt: 1, events: 1 } as const;
  const rest = { firstAt: 1, lastAt: 1, dataSha256: 'a'.repeat(64), prev: '', table: '', build: '', flags: [] };
  return writeChunk({ ...facts, ...rest }, sealed, null);
};
const chunks = Array.from({ length: 5 }, (_, seq) => chunk(seq));
const file = Buffer.concat([start, ...chunks.map(frameOf)]);
/** Where frame n begins. */
const frameAt = (n: number) =>
  start.length + chunks.slice(0, n).reduce((sum, { length }) => sum + length + FRAME_EXTRA, 0);

const read = (bytes: Uint8Array): SegmentContent => {
  const content = readSegment(bytes);
  if (isDamage(content)) throw new Error(content.damage);
  return content;
};
const flipped = (at: number) => {
  const bytes = Buffer.from(file);
  bytes[at] = (bytes[at] as number) ^ 0x10;
  return bytes;
};

// RFC 3720, appendix B.4.
test.each([
  ['zeros', Buffer.alloc(32), 0x8a9136aa],
  ['ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['counting up', Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)), 0x46dd794e],
  ['counting down', Buffer.from(Array.from({ length: 32 }, (_, byte) => 31 - byte)), 0x113fdb5c],
  ['123456789', Buffer.from('123456789'), 0xe3069283],
])('CRC-32C of %s', (_name, bytes, sum) => {
  expect(crc32c(bytes)).toBe(sum);
});

test('a file is read as it was written', () => {
  expect(start.toString()).toBe('HMSEG1\n{"openedAt":1795000000000,"segment":"000001","server":"s1"}\n');
  const content = read(file);
  expect(content.info).toEqual(info);
  expect(content.frames.map((frame) => frame.chunk)).toEqual(chunks);
  expect(content.frames.map(({ offset }) => offset)).toEqual(chunks.map((_, n) => frameAt(n) + 4));
  expect(content).toMatchObject({ end: file.length, torn: null, damaged: [] });
});

test('a file torn anywhere keeps every whole frame and is cut behind the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: start.length, max: file.length }), (length) => {
      const content = read(file.subarray(0, length));
      const kept = chunks.filter((_, n) => frameAt(n + 1) <= length).length;
      expect(content.frames).toHaveLength(kept);
      expect(content.end).toBe(frameAt(kept));
      expect(content.damaged).toEqual([]);
      expect(content.torn?.at ?? content.end).toBe(content.end);
      expect(content.torn === null).toBe(length === frameAt(kept));
    }),
  );
});

test('a hole of zeros at the end is torn', () => {
  const content = read(Buffer.concat([file, Buffer.alloc(4_096)]));
  expect(content).toMatchObject({ end: file.length, damaged: [], torn: { at: file.length } });
});

test('a changed byte never costs another frame', () => {
  fc.assert(
    fc.property(fc.integer({ min: start.length, max: frameAt(4) - 1 }), (at) => {
      const content = read(flipped(at));
      const hit = chunks.findIndex((_, n) => at < frameAt(n + 1));
      expect(content.frames.map(({ chunk: bytes }) => hex(bytes))).toEqual(chunks.toSpliced(hit, 1).map(hex));
      expect(content.damaged).toEqual([{ damage: expect.any(String), at: frameAt(hit) }]);
      expect(content).toMatchObject({ end: file.length, torn: null });
    }),
  );
});

test('two damaged frames before a whole one are not taken for a torn end', () => {
  const bytes = flipped(frameAt(1) + 40);
  bytes[frameAt(2)] = 0xff;
  const content = read(bytes);
  expect(content.frames).toHaveLength(3);
  expect(content).toMatchObject({ end: file.length, torn: null });
});

describe('no segment', () => {
  test.each([
    ['empty', Buffer.alloc(0)],
    ['another file', Buffer.from('HMREC1\n')],
    ['a line without end', file.subarray(0, start.length - 1)],
    ['another line', Buffer.from('HMSEG1\n{"segment":"../x","server":"s1","openedAt":1}\n')],
  ])('%s', (_name, bytes) => {
    expect(isDamage(readSegment(bytes))).toBe(true);
  });
});
