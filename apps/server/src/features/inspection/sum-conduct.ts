import { addDays, beijingMs } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';

const DAYS = `
insert into conduct_days (day, edition_code, city, channel, origin, orders, people, refunded, recorded, complete)
select $1::date, edition_code, city, channel, origin, sum(orders), sum(people), sum(refunded), sum(recorded), sum(complete)
from conduct_hour_sales where hour >= $2 and hour < $3 group by edition_code, city, channel, origin`;

/** Also of all cities and of all channels together. */
const READINGS = `
insert into conduct_readings (day, edition_code, city, channel, seconds, sales)
select $1::date, edition_code, city, channel, array_agg(second order by second), array_agg(sales order by second)
from (
  select edition_code, u.second, sum(u.sales)::integer as sales,
    case when grouping(city) = 1 then '*' else city end as city,
    case when grouping(channel) = 1 then '*' else channel end as channel
  from conduct_hour_readings r cross join lateral unnest(r.seconds, r.sales) as u(second, sales)
  where r.hour >= $2 and r.hour < $3
  group by grouping sets ((edition_code, second, city, channel), (edition_code, second, city), (edition_code, second, channel),
    (edition_code, second))
) counted group by edition_code, city, channel`;

const ATTEMPTS = `
insert into conduct_attempts (day, edition_code, city, channel, ended, failed)
select $1::date, edition_code, city, channel, sum(ended), sum(failed)
from conduct_hour_attempts where hour >= $2 and hour < $3 group by edition_code, city, channel`;

/** Keeps how many paid in an hour all the parts of which are there, in ms. */
export async function keepHour(query: Query, hourMs: number): Promise<void> {
  const hour = [new Date(hourMs)];
  await query('delete from conduct_hours where hour = $1', hour);
  await query(
    `insert into conduct_hours (hour, orders) select hour, sum(orders) from conduct_hour_sales where hour = $1 group by hour`,
    hour,
  );
}

/** Adds a day up from its hours, however many were paid in it. Call it in a transaction, when no hour of the day is due. */
export async function sumDay(query: Query, day: string): Promise<void> {
  for (const table of ['conduct_days', 'conduct_readings', 'conduct_attempts']) {
    await query(`delete from ${table} where day = $1::date`, [day]);
  }
  const span = [day, new Date(beijingMs(day)), new Date(beijingMs(addDays(day, 1)))];
  for (const sums of [DAYS, READINGS, ATTEMPTS]) await query(sums, span);
}
