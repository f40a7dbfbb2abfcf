import { parseDate } from '@huimin/domain/date';
import { amongDue } from '../../db/due-rows.ts';
import type { GroupDependencies } from './group-deps.ts';

/** Who was not insured is asked about for so long after the sale; then nothing of them is needed. */
const AFTER_SALE_MS = 30 * 24 * 3_600_000;
/** A group that came to nothing may be asked about for so long. */
const AFTER_CLOSE_MS = 180 * 24 * 3_600_000;
const AT_ONCE = 1_000;

/** Deletes what is known of people who were never insured, and of companies that came to nothing. Answers how many. */
export async function forgetUnneeded(deps: GroupDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const over = deps.editions
    .all()
    .filter(({ document }) => (parseDate(document.insureEnd) ?? Number.POSITIVE_INFINITY) + AFTER_SALE_MS < nowMs)
    .map(({ code }) => code);
  const people = await query(
    `with due as materialized (
       select d.shard, d.id from groups g join group_people d on d.shard = g.shard and d.group_id = g.id
       where g.edition_code = any($1) and d.order_id is null and d.status <> 'billed' limit $2
     )
     delete from group_people
     where ${amongDue(`order_id is null and status <> 'billed'`)}
     returning 1 as gone`,
    [over, AT_ONCE],
  );
  await query(
    `delete from group_row_problems p using groups g
     where g.shard = p.shard and g.id = p.group_id and g.edition_code = any($1)`,
    [over],
  );
  const groups = await query(
    `with gone as (
       delete from groups g where g.status = 'closed' and exists (
         select 1 from group_events e
         where e.shard = g.shard and e.group_id = g.id and e.kind = 'closed' and e.at < $1)
       and not exists (select 1 from group_receipts r where r.shard = g.shard and r.group_id = g.id)
       returning shard, id
     ), events as (
       delete from group_events e using gone where e.shard = gone.shard and e.group_id = gone.id
     ), files as (
       delete from group_files f using gone where f.shard = gone.shard and f.group_id = gone.id
     )
     select 1 as gone from gone`,
    [new Date(nowMs - AFTER_CLOSE_MS)],
  );
  return people.length + groups.length;
}
