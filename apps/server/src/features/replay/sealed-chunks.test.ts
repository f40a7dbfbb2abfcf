import { sha256 } from '@huimin/evidence/bytes';
import { writeObject } from '@huimin/evidence/sealed';
import { expect, test } from 'vitest';
import type { ObjectStore } from '../../ports/object-store.ts';
import { sealedChunks } from './sealed-chunks.ts';

const NAME = 'rec/2026/11/22/a.rec';
const chunkOf = (number: number, bytes: number) => Buffer.alloc(bytes, number);

/** An object in a store that keeps which bytes it was asked for. */
function stored(chunks: readonly Buffer[], bytes = writeObject(chunks, Buffer.from('{}'))) {
  const rows = chunks.map((chunk) => ({ trace: 'a', addendum: 0, sha256: sha256(chunk) }));
  const asked: [from: number, length: number][] = [];
  let wholes = 0;
  const store = {
    async get() {
      wholes += 1;
      return bytes;
    },
    async range(_name: string, from: number, length: number) {
      asked.push([from, length]);
      return bytes.subarray(from, from + length);
    },
  } as unknown as ObjectStore;
  const query = async (text: string) =>
    text.includes('evidence_objects') ? [{ trace: 'a', addendum: 0, name: NAME, bytes: bytes.length }] : rows;
  const read = async (wanted: readonly number[]) => {
    const own = wanted.map((index) => rows[index] as (typeof rows)[number]);
    const sealed = sealedChunks({ database: { query } } as never, store, own);
    return Promise.all(own.map(sealed));
  };
  return { read, asked, wholes: () => wholes, size: bytes.length };
}

const LARGE = Array.from({ length: 400 }, (_, number) => chunkOf(number % 251, 10_000 + number));

test('of a large object only its end and what is asked for are read, neighbours together', async () => {
  const { read, asked, wholes, size } = stored(LARGE);
  expect(await read([0, 1, 2, 300])).toEqual([LARGE[0], LARGE[1], LARGE[2], LARGE[300]]);
  expect(wholes()).toBe(0);
  expect(asked.slice(-2).map(([, length]) => length)).toEqual([30_003, 10_300]);
  expect(asked.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(size / 50);
});

test('a small object is read at once', async () => {
  const chunks = [chunkOf(1, 2_000), chunkOf(2, 3_000)];
  const { read, asked, wholes } = stored(chunks);
  expect(await read([1])).toEqual([chunks[1]]);
  expect([wholes(), asked]).toEqual([1, []]);
});

test('what does not lie where it should is looked for in the whole object, and is not there when it is not', async () => {
  const bytes = writeObject(LARGE, Buffer.from('{}'));
  bytes[20] = (bytes[20] as number) ^ 1;
  const { read, wholes } = stored(LARGE, bytes);
  expect(await read([0, 5])).toEqual([null, LARGE[5]]);
  expect(wholes()).toBe(1);
  const cut = stored(LARGE, bytes.subarray(0, bytes.length - 30));
  expect(await cut.read([3])).toEqual([null]);
});
