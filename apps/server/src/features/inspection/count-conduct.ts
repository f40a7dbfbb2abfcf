import { LONGEST_DWELL_S } from '@huimin/domain/inspection';
import type { Query } from '../../db/database.ts';
import { EVIDENCE } from './evidence-of-sales.ts';

export const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

const PLACE = ['edition_code', 'city', 'channel'].join(', ');
const PLACE_OF = `f.edition_code, coalesce(f.city, '') as city, coalesce(f.channel, '') as channel`;

/** Adds to what the hour has of a place already. */
const added = (table: string, names: readonly string[]) =>
  `do update set ${names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;

/**
 * The sales of a slice ($2 to $3) of an hour ($1) with what stands of them now. Orders are looked up by their keys: by a plain
 * join all there are were read for each day.
 */
const SALES = `
with s as materialized (
  select o.*, p.shard, p.order_id as id
  from payments p cross join lateral (
    select ${PLACE_OF}, f.status, f.insured_count, case when f.kind = 'group' then 'group' else coalesce(f.source, '') end as origin
    from orders f where f.shard = p.shard and f.id = p.order_id offset 0) o
  where p.purpose = 'premium' and p.received_at >= $2 and p.received_at < $3
), f as materialized (
  select s.*, b.state is not null as is_recorded,
    b.state = 'bound' and coalesce(e.gaps, d.gaps, 0) = 0
      and coalesce(e.verdict, 'intact') not in ('altered', 'incomplete') as is_complete,
    least(floor(read.dwell_ms / 1000), ${LONGEST_DWELL_S})::smallint as second
  from s ${EVIDENCE}
), sales as (
  insert into conduct_hour_sales (hour, ${PLACE}, origin, orders, people, refunded, recorded, complete)
  select $1::timestamptz, ${PLACE}, origin, count(*), sum(insured_count),
    count(*) filter (where status in (60, 61, 62)), count(*) filter (where is_recorded), count(*) filter (where is_complete)
  from f group by ${PLACE}, origin
  on conflict (hour, ${PLACE}, origin)
  ${added('conduct_hour_sales', ['orders', 'people', 'refunded', 'recorded', 'complete'])}
)
insert into conduct_hour_readings (hour, ${PLACE}, seconds, sales)
select $1::timestamptz, ${PLACE}, array_agg(second order by second), array_agg(sales order by second)
from (
  select ${PLACE}, second, sum(sales)::integer as sales
  from (
    select ${PLACE}, second, 1 as sales from f where second is not null
    union all
    select ${PLACE}, u.second, u.sales from conduct_hour_readings r cross join lateral unnest(r.seconds, r.sales) as u(second, sales)
    where r.hour = $1
  ) both_ group by ${PLACE}, second
) counted group by ${PLACE}
on conflict (hour, ${PLACE}) do update set seconds = excluded.seconds, sales = excluded.sales`;

/** The attempts begun in a slice, unless they are more than $4: then none is kept. One look, as an index of ranges is read for it. */
const ATTEMPTS = `
with a as materialized (
  select shard, order_id, state from payment_attempts
  where created_at >= $2 and created_at < $3 and state <> 'CLOSED' limit $4 + 1
), kept as (
  insert into conduct_hour_attempts (hour, ${PLACE}, ended, failed, open)
  select $1::timestamptz, ${PLACE}, count(*) filter (where state not in ('CREATED', 'WAITING')),
    count(*) filter (where state = 'FAILED'), count(*) filter (where state in ('CREATED', 'WAITING'))
  from a cross join lateral (select ${PLACE_OF} from orders f where f.shard = a.shard and f.id = a.order_id offset 0) o
  where (select count(*) from a) <= $4
  group by ${PLACE}
  on conflict (hour, ${PLACE}) ${added('conduct_hour_attempts', ['ended', 'failed', 'open'])}
)
select count(*)::integer as attempts from a`;

export interface DueHour {
  /** Its beginning, in ms. */
  readonly hour: number;
  /** In ms: what came before it is counted; null: nothing is. */
  readonly counted_to: number | null;
}

/**
 * Counts the next slice of an hour: about so many sales as are `wanted`, all of a second together, and the attempts begun
 * meanwhile. Call it in a transaction.
 * @returns until when the hour is counted, in ms
 */
export async function countSlice(query: Query, { hour, counted_to: to }: DueHour, wanted: number): Promise<number> {
  if (to === null) {
    for (const table of ['conduct_hour_sales', 'conduct_hour_readings', 'conduct_hour_attempts']) {
      await query(`delete from ${table} where hour = $1`, [new Date(hour)]);
    }
  }
  const fromMs = to ?? hour;
  let untilMs = await endOfSlice(query, fromMs, hour + HOUR_MS, wanted);
  // While nobody can pay, attempts are many and sales few.
  while (!(await keepAttempts(query, hour, fromMs, untilMs, 2 * wanted))) {
    untilMs = wholeSecond((fromMs + untilMs) / 2, fromMs);
  }
  await query(SALES, [hour, fromMs, untilMs].map(asDate));
  return untilMs;
}

const asDate = (ms: number) => new Date(ms);

/** Forward in any case. */
const wholeSecond = (ms: number, fromMs: number) =>
  Math.max(Math.floor(ms / SECOND_MS) * SECOND_MS, fromMs + SECOND_MS);

async function endOfSlice(query: Query, fromMs: number, hourEndMs: number, wanted: number): Promise<number> {
  const [next] = await query<{ received_at: number }>(
    `select received_at from payments where purpose = 'premium' and received_at >= $1 and received_at < $2
     order by received_at offset $3 limit 1`,
    [new Date(fromMs), new Date(hourEndMs), wanted],
  );
  return next ? wholeSecond(next.received_at, fromMs) : hourEndMs;
}

/** @returns whether they were no more than `most`, or all of one second */
async function keepAttempts(
  query: Query,
  hour: number,
  fromMs: number,
  untilMs: number,
  most: number,
): Promise<boolean> {
  const limit = untilMs - fromMs <= SECOND_MS ? 2 ** 31 - 2 : most;
  const [kept] = await query<{ attempts: number }>(ATTEMPTS, [...[hour, fromMs, untilMs].map(asDate), limit]);
  return (kept?.attempts ?? 0) <= limit;
}
