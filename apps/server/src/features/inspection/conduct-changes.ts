import type { Query } from '../../db/database.ts';
import { HOUR_MS } from './count-conduct.ts';

interface Sale {
  readonly shard: number;
  readonly order_id: bigint;
}

interface Hour {
  /** Its beginning, in ms. */
  readonly hour: number;
}

const HOUR = (moment: string) => `date_bin('1 hour', ${moment}, timestamptz 'epoch')`;

/** Sales whose money went back, was refused to go back, whose people changed, or whose recording was noted. */
const SALES: readonly string[] = [
  'select shard, order_id from refunds where created_at >= $1',
  'select shard, order_id from refunds where settled_at >= $1',
  'select shard, order_id from changes where decided_at >= $1',
  'select shard, order_id from order_recordings where noted_at >= $1',
];

/** Recordings that were read, sealed or checked anew. */
const TRACES: readonly string[] = [
  'select trace from recording_digests where noted_at >= $1',
  'select trace from evidence_recordings where noted_at >= $1',
];

/** Hours of attempts that were begun, or for which money came after all: a payment has the number of its attempt. */
const ATTEMPTS: readonly string[] = [
  `select distinct ${HOUR('created_at')} as hour from payment_attempts where created_at >= $1`,
  `select distinct ${HOUR('a.created_at')} as hour from payments p
     cross join lateral (select created_at from payment_attempts f where f.shard = p.shard and f.id = p.id offset 0) a
   where p.received_at >= $1`,
];

/**
 * Hours of sales of which anything changed from a moment on, in ms. Every change carries its moment: what is counted stands
 * in rows that are written with one.
 */
export async function changedHours(query: Query, since: Date): Promise<Set<number>> {
  const hours = new Set<number>();
  const add = (rows: readonly Hour[]) => {
    for (const { hour } of rows) hours.add(hour);
  };
  for (const attempts of ATTEMPTS) add(await query<Hour>(attempts, [since]));
  add(
    await query<Hour>(
      `select distinct ${HOUR('received_at')} as hour from payments where received_at >= $1 and purpose = 'premium'`,
      [since],
    ),
  );
  const sales: Sale[] = [];
  for (const changed of SALES) sales.push(...(await query<Sale>(changed, [since])));
  const traces = new Set<string>();
  for (const noted of TRACES) {
    for (const { trace } of await query<{ trace: string }>(noted, [since])) traces.add(trace);
  }
  const ofTraces = 'select shard, order_id from order_recordings where trace = any($1::text[])';
  if (traces.size > 0) sales.push(...(await query<Sale>(ofTraces, [[...traces]])));
  add(await hoursOf(query, sales));
  return hours;
}

/** An upgrade lives where the order lives that it raises. */
function hoursOf(query: Query, sales: readonly Sale[]): Promise<Hour[]> {
  if (sales.length === 0) return Promise.resolve([]);
  return query<Hour>(
    `with given as (select distinct * from unnest($1::smallint[], $2::bigint[]) as g(shard, order_id)),
     touched as (
       select shard, order_id from given
       union all
       select g.shard, u.id from given g
         cross join lateral (select id from orders f where f.shard = g.shard and f.base_order_id = g.order_id offset 0) u
     )
     select distinct ${HOUR('p.received_at')} as hour from touched t
       cross join lateral (
         select received_at from payments f where f.shard = t.shard and f.order_id = t.order_id and f.purpose = 'premium'
         offset 0) p`,
    [sales.map(({ shard }) => shard), sales.map(({ order_id: id }) => id)],
  );
}

/** Hours from a moment on in which attempts were begun that wait for their outcome, in ms. */
export async function openHours(query: Query, fromMs: number): Promise<number[]> {
  const rows = await query<Hour>('select distinct hour from conduct_hour_attempts where open > 0 and hour >= $1', [
    new Date(fromMs),
  ]);
  return rows.map(({ hour }) => hour);
}

/** Every hour in which was paid or begun to pay, in ms. */
export async function allHours(query: Query, nowMs: number): Promise<number[]> {
  // Attempts lie by time without an index in their order: they are gone through once.
  const attempts = await query<Hour>(
    `select distinct ${HOUR('created_at')} as hour from payment_attempts where created_at <= $1`,
    [new Date(nowMs)],
  );
  const hours = new Set(attempts.map(({ hour }) => hour));
  // Payments from one hour in which something lies to the next, by index: hours are few beside what lies in them.
  for (let sinceMs = 0; sinceMs <= nowMs; ) {
    const [row] = await query<{ first: number | null }>(
      'select min(received_at) as first from payments where received_at between $1 and $2',
      [new Date(sinceMs), new Date(nowMs)],
    );
    if (!row || row.first === null) break;
    const hour = row.first - (row.first % HOUR_MS);
    hours.add(hour);
    sinceMs = hour + HOUR_MS;
  }
  return [...hours];
}

/** What carries a moment may be written this long after it, also by a server whose clock is behind. */
export const STILL_WRITTEN_MS = 10 * 60_000;

/** Until when the payments that were kept by hour are all there are; 0 before the first count. */
export async function conductSettledUntil(query: Query): Promise<number> {
  const [row] = await query<{ counted_until: number | null; due: number | null }>(
    'select counted_until, (select min(hour) from conduct_due) as due from conduct_progress',
    [],
  );
  const countedMs = row?.counted_until ?? null;
  if (countedMs === null) return 0;
  return Math.min(countedMs - STILL_WRITTEN_MS, row?.due ?? countedMs);
}
