import { addDays, beijingMs } from '@huimin/domain/date';
import { LONGEST_DWELL_S } from '@huimin/domain/inspection';
import type { Query } from '../../db/database.ts';
import { EVIDENCE } from './evidence-of-sales.ts';

const PLACE = `o.edition_code, coalesce(o.city, '') as city, coalesce(o.channel, '') as channel`;

/** The sales of a span with what stands of them now, and from them all tables; readings also of all cities and channels together. */
const SALES = `
with s as materialized (
  select o.shard, o.id, p.received_at, ${PLACE}, o.status, o.insured_count,
    case when o.kind = 'group' then 'group' else coalesce(o.source, '') end as origin
  from payments p join orders o on o.shard = p.shard and o.id = p.order_id
  where p.purpose = 'premium' and p.received_at >= $2 and p.received_at < $3
), f as materialized (
  select s.*, b.state is not null as is_recorded,
    b.state = 'bound' and coalesce(e.gaps, d.gaps, 0) = 0
      and coalesce(e.verdict, 'intact') not in ('altered', 'incomplete') as is_complete,
    least(floor(read.dwell_ms / 1000), ${LONGEST_DWELL_S})::smallint as second
  from s ${EVIDENCE}
), hours as (
  insert into conduct_hours (hour, orders)
  select date_bin('1 hour', received_at, $2::timestamptz), count(*) from s group by 1
), days as (
  insert into conduct_days (day, edition_code, city, channel, origin, orders, people, refunded, recorded, complete)
  select $1::date, edition_code, city, channel, origin, count(*), sum(insured_count),
    count(*) filter (where status in (60, 61, 62)), count(*) filter (where is_recorded), count(*) filter (where is_complete)
  from f group by edition_code, city, channel, origin
)
insert into conduct_readings (day, edition_code, city, channel, seconds, sales)
select $1::date, edition_code, city, channel, array_agg(second order by second), array_agg(sales order by second)
from (
  select edition_code, second, count(*)::integer as sales,
    case when grouping(city) = 1 then '*' else city end as city,
    case when grouping(channel) = 1 then '*' else channel end as channel
  from f where second is not null
  group by grouping sets ((edition_code, second, city, channel), (edition_code, second, city), (edition_code, second, channel),
    (edition_code, second))
) counted group by edition_code, city, channel`;

const ATTEMPTS = `
insert into conduct_attempts (day, edition_code, city, channel, ended, failed, open)
select $1::date, edition_code, city, channel, count(*) filter (where state not in ('CREATED', 'WAITING')),
  count(*) filter (where state = 'FAILED'), count(*) filter (where state in ('CREATED', 'WAITING'))
from (
  select ${PLACE}, a.state from payment_attempts a join orders o on o.shard = a.shard and o.id = a.order_id
  where a.created_at >= $2 and a.created_at < $3 and a.state <> 'CLOSED'
) a group by edition_code, city, channel`;

/** Counts one day anew. Call it in a transaction. */
export async function countConduct(query: Query, day: string): Promise<void> {
  for (const table of ['conduct_days', 'conduct_readings', 'conduct_attempts']) {
    await query(`delete from ${table} where day = $1::date`, [day]);
  }
  const span = [day, new Date(beijingMs(day)), new Date(beijingMs(addDays(day, 1)))];
  await query('delete from conduct_hours where hour >= $1 and hour < $2', span.slice(1));
  await query(SALES, span);
  await query(ATTEMPTS, span);
}
