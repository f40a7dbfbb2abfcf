import type { Query } from '../../db/database.ts';

interface Sale {
  readonly shard: number;
  readonly order_id: bigint;
}

const DAY = (moment: string) => `to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

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

/** Days of attempts that were begun, or for which money came after all: a payment has the number of its attempt. */
const ATTEMPTS: readonly string[] = [
  `select distinct ${DAY('created_at')} as day from payment_attempts where created_at >= $1`,
  `select distinct ${DAY('a.created_at')} as day from payments p
     cross join lateral (select created_at from payment_attempts f where f.shard = p.shard and f.id = p.id offset 0) a
   where p.received_at >= $1`,
];

/**
 * Days of sales of which anything changed from a moment on. Every change carries its moment: what is counted stands in
 * rows that are written with one.
 */
export async function changedDays(query: Query, since: Date): Promise<Set<string>> {
  const days = new Set<string>();
  const add = (rows: readonly { readonly day: string }[]) => {
    for (const { day } of rows) days.add(day);
  };
  for (const attempts of ATTEMPTS) add(await query<{ day: string }>(attempts, [since]));
  add(
    await query<{ day: string }>(
      `select distinct ${DAY('received_at')} as day from payments where received_at >= $1 and purpose = 'premium'`,
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
  add(await daysOf(query, sales));
  return days;
}

/** An upgrade lives where the order lives that it raises. */
function daysOf(query: Query, sales: readonly Sale[]): Promise<{ day: string }[]> {
  if (sales.length === 0) return Promise.resolve([]);
  return query<{ day: string }>(
    `with given as (select distinct * from unnest($1::smallint[], $2::bigint[]) as g(shard, order_id)),
     touched as (
       select shard, order_id from given
       union all
       select g.shard, u.id from given g
         cross join lateral (select id from orders f where f.shard = g.shard and f.base_order_id = g.order_id offset 0) u
     )
     select distinct ${DAY('p.received_at')} as day from touched t
       cross join lateral (
         select received_at from payments f where f.shard = t.shard and f.order_id = t.order_id and f.purpose = 'premium'
         offset 0) p`,
    [sales.map(({ shard }) => shard), sales.map(({ order_id: id }) => id)],
  );
}

/** Days before another one on which attempts wait for their outcome. */
export function openDays(query: Query, from: string): Promise<{ day: string }[]> {
  return query<{ day: string }>(
    `select distinct to_char(day, 'YYYY-MM-DD') as day from conduct_attempts where open > 0 and day >= $1::date`,
    [from],
  );
}

/** Every day from the first order on. */
export function allDays(query: Query, today: string): Promise<{ day: string }[]> {
  return query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from generate_series(
       (select (least(min(o.created_at), (select min(received_at) from payments)) at time zone 'Asia/Shanghai')::date from orders o),
       $1::date, '1 day') as day`,
    [today],
  );
}

/** What carries a moment may be written this long after it, also by a server whose clock is behind. */
export const STILL_WRITTEN_MS = 10 * 60_000;

/** Until when the payments that were kept by hour are all there are; 0 before the first count. */
export async function conductSettledUntil(query: Query): Promise<number> {
  const [row] = await query<{ counted_until: number | null; due: number | null }>(
    `select counted_until, (select min(day)::timestamp at time zone 'Asia/Shanghai' from conduct_due) as due from conduct_progress`,
    [],
  );
  const countedMs = row?.counted_until ?? null;
  if (countedMs === null) return 0;
  return Math.min(countedMs - STILL_WRITTEN_MS, row?.due ?? countedMs);
}
