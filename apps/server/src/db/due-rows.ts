/**
 * The condition by which a statement changes what its `with due as materialized (select shard, id …)` has found, each found
 * once and changed by its key. `(shard, id) in (select … limit …)` leaves the planner another way: while few rows are believed
 * to be due, it goes through all that are and looks for the due ones anew for each, so that what queues up slows itself down.
 * @param still holds for a row that is still due once nobody else has it; `is true` keeps the planner off the index of what is due
 */
export const amongDue = (still: string): string =>
  `shard = any (array(select shard from due)) and id = any (array(select id from due)) and (${still}) is true`;
