import type { Database } from './database.ts';

/** The same on every server: one of them at a time takes statistics. */
const LOCK_KEY = 7_203_511_905;
/** Of eight kilobytes each: below that a table is read whole in no time. */
const SMALL_PAGES = 4;
/** Of so many rows more a table of those pages may consist. */
const SMALL_ROWS = 1_000;

/**
 * Takes statistics of every table that has doubled since they were taken last; answers of how many.
 *
 * Plans are kept with their statements, and one that was made while a table was empty goes through all of it for one row. It is made
 * anew only when statistics are taken, which the database itself does once a minute at the most: on the first day of the first
 * sale every look at a policy would have read all that were sold in that minute. What has doubled is seldom: a table
 * of ten million rows was looked at fifteen times. Rows that were being written while statistics were taken had their pages
 * already and were counted as none, so rows are held against each other as well.
 */
export async function takeStatisticsOfGrown({ query, transaction }: Database): Promise<number> {
  const grown = await query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and (pg_relation_size(c.oid) > 2 * greatest(c.relpages, $1::integer) * current_setting('block_size')::bigint
         or pg_stat_get_live_tuples(c.oid) > 2 * greatest(c.reltuples, $2::integer))
     order by 1`,
    [SMALL_PAGES, SMALL_ROWS],
  );
  let taken = 0;
  for (const { name } of grown) {
    taken += await transaction(async (inside) => {
      const [lock] = await inside<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY]);
      if (!lock?.mine) return 0;
      await inside(`analyze ${name}`);
      return 1;
    });
  }
  return taken;
}
