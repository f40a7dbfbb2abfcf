import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bigints, booleans, byteas, integers, moments, smallints, texts } from './binary-array.ts';
import { type Database, openDatabase } from './database.ts';

let given: FreshDatabase;
let database: Database;
beforeAll(async () => {
  given = await freshDatabase();
  database = openDatabase({ url: given.url });
});
afterAll(async () => {
  await database?.close();
  await given?.drop();
});

/** What PostgreSQL understood, as its own text. */
async function understood(type: string, bytes: Buffer): Promise<(string | null)[]> {
  const rows = await database.query<{ value: string | null }>(
    `select v::text as value from unnest($1::${type}[]) with ordinality as g(v, n) order by n`,
    [bytes],
  );
  return rows.map((row) => row.value);
}

test('PostgreSQL reads every kind of value as it was meant', async () => {
  expect(await understood('smallint', smallints([0, -32_768, 32_767]))).toEqual(['0', '-32768', '32767']);
  expect(await understood('integer', integers([15_800, -2_147_483_648, 2_147_483_647]))).toEqual([
    '15800',
    '-2147483648',
    '2147483647',
  ]);
  expect(await understood('bigint', bigints([1n, -(2n ** 63n), 2n ** 63n - 1n]))).toEqual([
    '1',
    '-9223372036854775808',
    '9223372036854775807',
  ]);
  expect(await understood('boolean', booleans([true, false]))).toEqual(['true', 'false']);
  expect(await understood('text', texts(['', '买买提·吐尔逊', null, '{"a":"\\"}', undefined, '𠮷']))).toEqual([
    '',
    '买买提·吐尔逊',
    null,
    '{"a":"\\"}',
    null,
    '𠮷',
  ]);
  expect(await understood('bytea', byteas([Buffer.of(0, 255), null, new Uint8Array(0)]))).toEqual([
    '\\x00ff',
    null,
    '\\x',
  ]);
});

test('moments keep their millisecond, before and after 2000', async () => {
  const given = ['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-11-20T16:00:00.001Z'];
  const [row] = await database.query<{ values: number[] }>(
    `select array_agg(round(extract(epoch from v) * 1000)::float8 order by n) as values
     from unnest($1::timestamptz[]) with ordinality as g(v, n)`,
    [moments(given.map((text) => new Date(text)))],
  );
  expect(row?.values).toEqual(given.map((text) => Date.parse(text)));
});

test('no values at all are an empty array', async () => {
  for (const [type, bytes] of [
    ['smallint', smallints([])],
    ['text', texts([])],
    ['timestamptz', moments([])],
  ] as const) {
    expect(await understood(type, bytes)).toEqual([]);
  }
});

test('numbers that do not fit are refused before anything is sent', () => {
  expect(() => smallints([32_768])).toThrow(RangeError);
  expect(() => integers([2 ** 31])).toThrow(RangeError);
  expect(() => bigints([2n ** 63n])).toThrow(RangeError);
});
