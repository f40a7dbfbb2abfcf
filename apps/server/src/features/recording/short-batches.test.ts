import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@huimin/evidence/bytes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createShortBatches, REFERENCE_PATH } from './short-batches.ts';

const REFERENCE = Buffer.from('[{"type":4,"timestamp":~5}]');
const TABLE = 'ab'.repeat(32);
const build = (number: number) => String(number).padStart(32, '0');
const listOf = (table: string, sha256: string) =>
  Buffer.from(JSON.stringify({ table, assets: [{ path: REFERENCE_PATH, sha256 }] }));

/** By hand, as the format says: all of it copied out of the reference. */
function shortBatch(number: number): Buffer {
  const [trace, tab, prev] = ['11'.repeat(16), '22'.repeat(16), '33'.repeat(32)];
  const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const [head, data, vals] = ['[3,0,""]', '[{"type":4,"timestamp":5}]', ''];
  const sum = sha256Hex([uuid(trace), uuid(tab), prev, TABLE, build(number), head, data, vals].join('\n'));
  const start = Buffer.from(`c5${build(number)}${sum.slice(0, 16)}${trace}${tab}${prev}`, 'hex');
  const own = Buffer.from(`${head}\n`);
  return Buffer.concat([start, Buffer.from([own.length]), own, Buffer.from([REFERENCE.length - 6, 0, 1, 0x0a])]);
}

let folder: string;
let stored: Map<string, Buffer>;
let asked: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'huimin-short-'));
  mkdirSync(join(folder, 'evidence', 'builds'), { recursive: true });
  writeFileSync(join(folder, 'evidence', 'builds', `${build(1)}.json`), listOf(TABLE, sha256Hex(REFERENCE)));
  writeFileSync(join(folder, REFERENCE_PATH), REFERENCE);
  asked = [];
  stored = new Map([
    [`builds/${build(2)}.json`, listOf(TABLE, sha256Hex(REFERENCE))],
    [`assets/${sha256Hex(REFERENCE)}`, REFERENCE],
    [`builds/${build(3)}.json`, listOf(TABLE, 'ee'.repeat(32))],
    [`builds/${build(4)}.json`, Buffer.from(JSON.stringify({ table: TABLE, assets: [] }))],
  ]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const reader = () =>
  createShortBatches({
    folder,
    store: {
      get: async (name) => {
        asked.push(name);
        return stored.get(name) ?? null;
      },
    },
  });

test.each([1, 2])('a short batch of the build that is shown, and of one before it, is read (%i)', async (number) => {
  expect(await reader()(shortBatch(number), 10_000)).toMatchObject({
    traceId: '11111111-1111-1111-1111-111111111111',
    ...{ v: 1, seq: 3, prev: '33'.repeat(32), tbl: TABLE, build: build(number), vals: '', productId: 'js26' },
    data: '[{"type":4,"timestamp":5}]',
  });
});

test('what nobody here can read is unknown, what is no short batch is somebody else’s', async () => {
  const read = reader();
  for (const number of [3, 4, 5]) expect(await read(shortBatch(number), 10_000)).toBe('unknown');
  const damaged = shortBatch(1);
  damaged[20] = (damaged[20] as number) ^ 1;
  expect(await read(damaged, 10_000)).toBe('unknown');
  expect(await read(shortBatch(1), 5)).toBe('unknown');
  for (const text of ['', '{}', '\u00c5']) expect(await read(Buffer.from(text), 10_000)).toBeNull();
});

test('a build that nobody knows is looked for once; a store that fails is asked again', async () => {
  const read = reader();
  await read(shortBatch(9), 10_000);
  await read(shortBatch(9), 10_000);
  expect(asked).toEqual([`builds/${build(9)}.json`]);
  const failing = createShortBatches({ folder, store: { get: () => Promise.reject(new Error('away')) } });
  expect(await failing(shortBatch(2), 10_000)).toBe('unknown');
});
