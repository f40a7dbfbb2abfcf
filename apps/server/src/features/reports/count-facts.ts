import type { Query } from '../../db/database.ts';

/** Outcomes of an attempt to pay that are not a code of its provider. */
const OUTCOME = `case when a.state in ('SUCCESS', 'REFUNDING', 'REFUNDED') then 'paid'
  when a.state in ('CREATED', 'WAITING') then 'open'
  when a.refusal is not null then a.refusal
  when a.state = 'CLOSED' then 'closed' else 'failed' end`;

/** An upgrade insures nobody who was not. */
const PEOPLE = `case when o.kind = 'upgrade' then 0 else o.insured_count end`;

const ORDER = `o.edition_code, coalesce(o.city, '') as city, coalesce(o.channel, '') as channel`;

const REFUND_REASON = `case when p.purpose = 'premium' then coalesce(r.reason_code, r.reason) else 'surplus' end`;

/** Refunds that are back, by one of their moments. */
const refund = (fact: string, moment: string, detail: string, only = 'true'): string =>
  `select '${fact}', ${moment}, ${ORDER}, p.method, ${detail}, 1,
     (select count(*) from refund_items t where t.shard = r.shard and t.refund_id = r.id)::integer, r.amount_fen
   from refunds r join orders o on o.shard = r.shard and o.id = r.order_id
     join payments p on p.shard = r.shard and p.id = r.payment_id
   where ${moment} >= $1 and ${moment} < $2 and r.state = 'SETTLED' and ${only}`;

/**
 * Every fact as rows of one shape: fact, moment, edition, city, channel, method, detail, cases, people, fen. A row is counted
 * in the hour in which it happened, which never changes; only how an attempt ended may, within hours. A refund that became
 * known when its day was counted for good is counted in the hour in which it became known.
 */
const FACTS: readonly string[] = [
  `select 'sale' as fact, p.received_at as moment, ${ORDER}, p.method, o.kind as detail,
     1 as cases, ${PEOPLE} as people, p.amount_fen as fen
   from payments p join orders o on o.shard = p.shard and o.id = p.order_id
   where p.received_at >= $1 and p.received_at < $2 and p.purpose = 'premium'`,
  // Bands of the age that somebody reaches in the year of the sale.
  `select 'person', p.received_at, ${ORDER}, p.method,
     (select b.band from (values (18, '0-17'), (41, '18-40'), (61, '41-60'), (71, '61-70'), (999, '71+')) as b (below, band)
      where extract(year from p.received_at at time zone 'Asia/Shanghai')::integer - i.birth_year < b.below order by b.below limit 1),
     1, 1, i.premium_fen
   from payments p join orders o on o.shard = p.shard and o.id = p.order_id
     join insured i on i.shard = o.shard and i.order_id = o.id
   where p.received_at >= $1 and p.received_at < $2 and p.purpose = 'premium' and o.kind <> 'upgrade'`,
  // By what it came: an agent's or outlet's code, or a share and how that one travelled.
  `select 'way', p.received_at, ${ORDER}, '',
     case when o.source = 'share' then concat_ws(' ', 'share', o.attribution ->> 'shareFrom') else coalesce(o.source, '') end,
     1, ${PEOPLE}, p.amount_fen
   from payments p join orders o on o.shard = p.shard and o.id = p.order_id
   where p.received_at >= $1 and p.received_at < $2 and p.purpose = 'premium'`,
  // Which version of which document was agreed to.
  `select 'agreed', o.created_at, ${ORDER}, '', (d.value ->> 'key') || ' ' || (d.value ->> 'version'), 1, 0, 0
   from orders o cross join jsonb_array_elements(o.agreed_documents) as d
   where o.created_at >= $1 and o.created_at < $2`,
  // By which way they came: a share, an agent, a company, by themselves.
  `select 'origin', p.received_at, ${ORDER}, p.method, case when o.kind = 'group' then 'group' else coalesce(o.source, '') end,
     1, o.insured_count, p.amount_fen
   from payments p join orders o on o.shard = p.shard and o.id = p.order_id
   where p.received_at >= $1 and p.received_at < $2 and p.purpose = 'premium' and o.kind <> 'upgrade'`,
  // Again: insured by a policy of the year before that was not given back.
  `with sold as materialized (
     select p.received_at, ${ORDER}, p.method, i.premium_fen, i.person_index, o.edition_year
     from payments p join orders o on o.shard = p.shard and o.id = p.order_id
       join insured i on i.shard = o.shard and i.order_id = o.id
     where p.received_at >= $1 and p.received_at < $2 and p.purpose = 'premium' and o.kind <> 'upgrade'
   ), held as materialized (
     select s.person_index, s.edition_year, b.shard, b.policy_id from policies_by_person b
       join (select distinct person_index, edition_year from sold) s on s.person_index = b.person_index
   ), former as materialized (
     select distinct h.person_index, h.edition_year from policies f join held h on h.shard = f.shard and h.policy_id = f.id
     where f.edition_year = h.edition_year - 1 and f.status not in (4, 6)
   )
   select 'renewal', s.received_at, s.edition_code, s.city, s.channel, s.method,
     case when f.person_index is null then 'new' else 'again' end, 1, 1, s.premium_fen
   from sold s left join former f on f.person_index = s.person_index and f.edition_year = s.edition_year`,
  // How long the clauses were open in the sale of an order.
  `with bound as materialized (
     select r.noted_at, ${ORDER}, o.kind, ${PEOPLE} as people, r.trace, get_byte(sha256(convert_to(r.trace, 'UTF8')), 0) as shard
     from order_recordings r join orders o on o.shard = r.shard and o.id = r.order_id
     where r.noted_at >= $1 and r.noted_at < $2 and r.state = 'bound'
   ), readings as materialized (
     select g.trace, sum(g.dwell_ms) as dwell_ms from recording_readings g
       join (select distinct shard, trace from bound) b on b.shard = g.shard and b.trace = g.trace
     where g.document = 'clauses' group by g.trace
   )
   select 'read', b.noted_at, b.edition_code, b.city, b.channel, '',
     case when d.dwell_ms < 5000 then 'short' when d.dwell_ms < 20000 then 'some' else 'long' end, 1, b.people, 0
   from bound b join readings d on d.trace = b.trace`,
  // As the insurers' files brought them; people: the days from acceptance to the decision.
  `select 'claim', c.at, c.edition_code, c.city, c.channel, '', c.outcome, c.cases, c.days, c.fen
   from report_claims c where c.at >= $1 and c.at < $2`,
  // About no order: about what is on sale.
  `select 'complaint', c.filed_at,
     coalesce(o.edition_code, (select e.code from editions e where e.is_default order by e.code limit 1), ''),
     coalesce(o.city, ''), coalesce(o.channel, ''), '', c.category, 1, 0, 0
   from complaints c left join orders o on o.shard = c.shard and o.id = c.order_id
   where c.filed_at >= $1 and c.filed_at < $2`,
  `select 'extension', c.extended_at,
     coalesce(o.edition_code, (select e.code from editions e where e.is_default order by e.code limit 1), ''),
     coalesce(o.city, ''), coalesce(o.channel, ''), '', c.category, 1, 0, 0
   from complaints c left join orders o on o.shard = c.shard and o.id = c.order_id
   where c.extended_at >= $1 and c.extended_at < $2`,
  `select 'agreed', a.agreed_at, a.edition_code, '', '', '', a.document_key || ' ' || a.version, 1, 0, 0
   from account_agreements a where a.agreed_at >= $1 and a.agreed_at < $2`,
  `select 'placed', o.created_at, ${ORDER}, '', o.kind, 1, ${PEOPLE}, o.premium_fen
   from orders o where o.created_at >= $1 and o.created_at < $2`,
  `select 'begun', a.created_at, ${ORDER}, a.method, '', 1, ${PEOPLE}, a.amount_fen
   from payment_attempts a join orders o on o.shard = a.shard and o.id = a.order_id
   where a.created_at >= $1 and a.created_at < $2 and a.attempt_no = 1 and not a.by_contract`,
  `select case when a.by_contract then 'charge' else 'attempt' end, a.created_at, ${ORDER}, a.method, ${OUTCOME},
     1, ${PEOPLE}, a.amount_fen
   from payment_attempts a join orders o on o.shard = a.shard and o.id = a.order_id
   where a.created_at >= $1 and a.created_at < $2`,
  refund('refund', 'r.settled_at', REFUND_REASON, 'r.known_late_at is null'),
  refund('refund', 'r.known_late_at', REFUND_REASON),
  // By the day on which they were back.
  refund(
    'refund-late',
    'r.known_late_at',
    `to_char(r.settled_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`,
    `p.purpose = 'premium'`,
  ),
  `select 'recorded', r.noted_at, ${ORDER}, '', r.state, 1, ${PEOPLE}, 0
   from order_recordings r join orders o on o.shard = r.shard and o.id = r.order_id
   where r.noted_at >= $1 and r.noted_at < $2`,
  `select 'visit', v.created_at, coalesce(v.product, ''), '', '', '',
     case when v.holder is null then 'unknown' else 'known' end, 1, 0, 0
   from recordings v where v.created_at >= $1 and v.created_at < $2`,
];

const KEYS = 'fact, edition_code, city, channel, method, detail';

/** Counts the hours from one moment to another anew, and the days they lie in. Both are beginnings of hours, or now. */
export async function countAgain(query: Query, from: Date, to: Date): Promise<void> {
  await query('delete from report_hours where at >= $1 and at < $2', [from, to]);
  for (const fact of FACTS) {
    await query(
      `insert into report_hours (at, ${KEYS}, cases, people, fen)
       select date_trunc('hour', f.moment, 'UTC'), f.fact, f.edition_code, f.city, f.channel, f.method, f.detail,
         sum(f.cases), sum(f.people), sum(f.fen)
       from (${fact}) as f (fact, moment, edition_code, city, channel, method, detail, cases, people, fen)
       group by 1, 2, 3, 4, 5, 6, 7`,
      [from, to],
    );
  }
  const days = `between ($1::timestamptz at time zone 'Asia/Shanghai')::date
    and (($2::timestamptz - interval '1 microsecond') at time zone 'Asia/Shanghai')::date`;
  await query(`delete from report_days where day ${days}`, [from, to]);
  await query(
    `insert into report_days (day, ${KEYS}, cases, people, fen)
     select (at at time zone 'Asia/Shanghai')::date, ${KEYS}, sum(cases), sum(people), sum(fen)
     from report_hours
     where at >= (($1::timestamptz at time zone 'Asia/Shanghai')::date)::timestamp at time zone 'Asia/Shanghai'
       and at < $2::timestamptz
     group by 1, ${KEYS}`,
    [from, to],
  );
}

/** The moment of the first thing that is counted; null where there is none. */
export async function firstMoment(query: Query): Promise<number | null> {
  const [row] = await query<{ first: number | null }>(
    `select least((select min(created_at) from orders), (select min(created_at) from recordings)) as first`,
    [],
  );
  return row?.first ?? null;
}
