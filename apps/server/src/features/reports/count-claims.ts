import type { Query } from '../../db/database.ts';

/**
 * Counts what the next of the insurers' files tells of claims that are paid or refused. What was counted of a claim and
 * is told otherwise now is taken back in the same moment.
 */
const COUNT = `
with given as materialized (
  select c.shard, c.case_no, c.person_index, c.edition_code, c.status as outcome,
    greatest(coalesce(c.paid_on, c.decided_on, c.day) - c.accepted_on, 0) as days,
    case when c.status = 'paid' then coalesce(c.payable_fen, 0) else 0 end::bigint as fen
  from claim_cases c where c.file_id = $1
), held as materialized (
  select b.person_index, b.shard, b.policy_id from policies_by_person b
    join (select distinct person_index from given) g on g.person_index = b.person_index
), place as materialized (
  select h.person_index, p.edition_code, p.id, o.city, o.channel
  from policies p join orders o on o.shard = p.shard and o.id = p.order_id
    join held h on h.shard = p.shard and h.policy_id = p.id
), told as materialized (
  select distinct on (g.shard, g.case_no) g.shard, g.case_no, g.edition_code, coalesce(p.city, '') as city,
    coalesce(p.channel, '') as channel, g.outcome, g.days, g.fen
  from given g left join place p on p.person_index = g.person_index and p.edition_code = g.edition_code
  order by g.shard, g.case_no, p.id desc
), counted as (
  select r.shard, r.case_no, r.edition_code, r.city, r.channel, r.outcome, sum(r.days)::integer as days,
    sum(r.fen)::bigint as fen
  from told t join report_claims r on r.shard = t.shard and r.case_no = t.case_no
  group by 1, 2, 3, 4, 5, 6 having sum(r.cases) > 0
), changed as (
  select t.*, c.shard is not null as is_counted
  from told t left join counted c on c.shard = t.shard and c.case_no = t.case_no
  where case when c.shard is null then t.outcome in ('paid', 'refused')
    else (c.outcome, c.days, c.fen) is distinct from (t.outcome, t.days, t.fen) end
)
insert into report_claims (shard, case_no, at, cases, edition_code, city, channel, outcome, days, fen)
select c.shard, c.case_no, $2::timestamptz, -1, c.edition_code, c.city, c.channel, c.outcome, -c.days, -c.fen
from counted c join changed g on g.shard = c.shard and g.case_no = c.case_no
union all
select shard, case_no, $2::timestamptz, 1, edition_code, city, channel, outcome, days, fen
from changed where outcome in ('paid', 'refused')`;

export async function countNextClaims(query: Query, nowMs: number): Promise<boolean> {
  const [file] = await query<{ id: string }>(
    `select f.id from claim_files f where f.state = 'imported'
       and not exists (select 1 from report_claim_files c where c.file_id = f.id)
     order by f.finished_at, f.id limit 1`,
    [],
  );
  if (!file) return false;
  await query(COUNT, [file.id, new Date(nowMs)]);
  await query('insert into report_claim_files (file_id, counted_at) values ($1, $2)', [file.id, new Date(nowMs)]);
  return true;
}
