import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { bigint, boolean, bytea, integer, moment, rowsOf, smallint, text } from './row-array.ts';

let given: FreshDatabase;
let database: Database;
beforeAll(async () => {
  given = await freshDatabase();
  database = openDatabase({ url: given.url });
  await database.query(
    'create type sample_1 as (s smallint, i integer, b bigint, o boolean, t text, y bytea, m timestamptz)',
  );
});
afterAll(async () => {
  await database?.close();
  await given?.drop();
});

interface Sample {
  readonly s: number;
  readonly i: number;
  readonly b: bigint;
  readonly o: boolean;
  readonly t: string | null;
  readonly y: Uint8Array | null;
  readonly m: Date;
}

const samples = rowsOf<Sample>('sample_1', [
  smallint(({ s }) => s),
  integer(({ i }) => i),
  bigint(({ b }) => b),
  boolean(({ o }) => o),
  text(({ t }) => t),
  bytea(({ y }) => y),
  moment(({ m }) => m),
]);

async function understood(rows: readonly Sample[]): Promise<unknown[]> {
  return database.query(
    `select s, i, b, o, t, encode(y, 'hex') as y, (extract(epoch from m) * 1000)::float8 as m
     from unnest($1::sample_1[]) with ordinality as g(s, i, b, o, t, y, m, n) order by n`,
    [samples(rows)],
  );
}

test('PostgreSQL reads every kind of value of a row as it was meant', async () => {
  const smallest: Sample = {
    s: -32_768,
    i: -2_147_483_648,
    b: -(2n ** 63n),
    o: false,
    t: null,
    y: null,
    m: new Date('1999-12-31T23:59:59.999Z'),
  };
  const largest: Sample = {
    s: 32_767,
    i: 2_147_483_647,
    b: 2n ** 63n - 1n,
    o: true,
    t: '买买提·吐尔逊 {"a":"\\"} 𠮷',
    y: Buffer.of(0, 255),
    m: new Date('2026-11-20T16:00:00.001Z'),
  };
  const empty: Sample = { ...largest, t: '', y: new Uint8Array(0) };
  expect(await understood([smallest, largest, empty])).toEqual([
    { ...smallest, m: smallest.m.getTime() },
    { ...largest, y: '00ff', m: largest.m.getTime() },
    { ...empty, y: '', m: largest.m.getTime() },
  ]);
});

test('no rows, and rows of more bytes than were ever written before', async () => {
  expect(await understood([])).toEqual([]);
  const row: Sample = {
    s: 1,
    i: 1,
    b: 1n,
    o: true,
    t: '保'.repeat(50_000),
    y: Buffer.alloc(70_000, 7),
    m: new Date(0),
  };
  const rows = (await understood([row, row])) as { t: string; y: string }[];
  expect(rows.map(({ t, y }) => [t.length, y.length])).toEqual([
    [50_000, 140_000],
    [50_000, 140_000],
  ]);
});

test('arrays made one after the other keep their own rows', async () => {
  const row: Sample = { s: 1, i: 1, b: 1n, o: true, t: 'first', y: null, m: new Date(0) };
  const first = samples([row]);
  samples([{ ...row, t: 'other' }]);
  const rows = await database.query<{ t: string }>('select t from unnest($1::sample_1[])', [first]);
  expect(rows).toEqual([{ t: 'first' }]);
});

test('a number out of range is refused before anything is sent', () => {
  expect(() => samples([{ s: 40_000, i: 0, b: 0n, o: true, t: null, y: null, m: new Date(0) }])).toThrow(RangeError);
});
