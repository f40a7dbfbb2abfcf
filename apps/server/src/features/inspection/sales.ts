import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import type { InspectionDependencies } from './inspection-deps.ts';

/** Orders that are looked at: those of a scope, paid in a span of time. */
export interface SalesRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly scope: StaffScope;
}

/** Joins from an order `s` to what is known of its recording; the recording's shard is the first byte of its id's hash. */
const EVIDENCE = `
  left join order_recordings b on b.shard = s.shard and b.order_id = s.id
  left join evidence_recordings e
    on e.shard = get_byte(sha256(convert_to(b.trace, 'UTF8')), 0) and e.trace = b.trace and b.state = 'bound'
  left join recording_digests d
    on d.shard = get_byte(sha256(convert_to(b.trace, 'UTF8')), 0) and d.trace = b.trace and b.state = 'bound'
  left join lateral (
    select sum(r.dwell_ms)::float8 as dwell_ms from recording_readings r
    where r.shard = get_byte(sha256(convert_to(b.trace, 'UTF8')), 0) and r.trace = b.trace and b.state = 'bound'
      and r.document = 'clauses') read on true`;

function conditionsOf({ editions }: InspectionDependencies, { scope }: SalesRange): Conditions {
  const conditions = new Conditions();
  withinOrders(conditions, editions, scope);
  return conditions;
}

interface Figures {
  readonly orders: number;
  readonly people: number;
  readonly refunded: number;
  readonly recorded: number;
  readonly complete: number;
  readonly read: number;
  readonly read_short: number;
  readonly median_ms: number | null;
}

/** Counts over the sales of a range. */
export async function salesFigures(deps: InspectionDependencies, range: SalesRange, shortMs: number): Promise<Figures> {
  const conditions = conditionsOf(deps, range);
  const [row] = await deps.database.query<Figures>(
    `${sales(conditions, range)}
     select count(*)::integer as orders, coalesce(sum(s.insured_count), 0)::integer as people,
       count(*) filter (where s.status in (60, 61, 62))::integer as refunded,
       count(b.state)::integer as recorded,
       count(*) filter (where b.state = 'bound' and coalesce(e.gaps, d.gaps, 0) = 0
         and coalesce(e.verdict, 'intact') not in ('altered', 'incomplete'))::integer as complete,
       count(read.dwell_ms)::integer as read,
       count(*) filter (where read.dwell_ms < ${conditions.value(shortMs)}::float8)::integer as read_short,
       percentile_cont(0.5) within group (order by read.dwell_ms) as median_ms
     from s ${EVIDENCE}`,
    conditions.values,
  );
  return row as Figures;
}

export interface Part {
  readonly name: string | null;
  readonly kind: string;
  readonly whole: number;
  readonly part: number;
}

/** How many of the sales of each source were given back, wholly or in part. */
export function refundsBySource(deps: InspectionDependencies, range: SalesRange): Promise<Part[]> {
  const conditions = conditionsOf(deps, range);
  return deps.database.query<Part>(
    `${sales(conditions, range)}
     select s.source as name, case when s.kind = 'group' then s.kind else 'purchase' end as kind,
       count(*)::integer as whole, count(*) filter (where s.status in (60, 61, 62))::integer as part
     from s group by 1, 2`,
    conditions.values,
  );
}

/** Attempts to pay that came to an end, and those of them that failed, by city, of orders saved in the range. */
export function failuresByCity(deps: InspectionDependencies, range: SalesRange): Promise<Part[]> {
  const conditions = conditionsOf(deps, range);
  conditions.add('o.created_at >= ?::timestamptz', new Date(range.fromMs));
  conditions.add('o.created_at < ?::timestamptz', new Date(range.toMs));
  return deps.database.query<Part>(
    `select o.city as name, '' as kind, count(*)::integer as whole,
       count(*) filter (where a.state = 'FAILED')::integer as part
     from orders o join payment_attempts a on a.shard = o.shard and a.order_id = o.id
     where a.state in ('SUCCESS', 'FAILED', 'REFUNDING', 'REFUNDED') and ${conditions.text} group by 1`,
    conditions.values,
  );
}

function sales(conditions: Conditions, { fromMs, toMs }: SalesRange): string {
  conditions.add('p.received_at >= ?::timestamptz', new Date(fromMs));
  conditions.add('p.received_at < ?::timestamptz', new Date(toMs));
  return `with s as materialized (
    select o.shard, o.id, o.status, o.insured_count, o.source, o.kind
    from payments p join orders o on o.shard = p.shard and o.id = p.order_id
    where p.purpose = 'premium' and ${conditions.text})`;
}

const PAGE = 5_000;

/** The orders of a range as pages of ids, in the order in which they were paid. */
export async function* paidOrders(deps: InspectionDependencies, range: SalesRange): AsyncGenerator<bigint[]> {
  let after: { readonly at: number; readonly id: bigint } | null = null;
  for (;;) {
    const conditions: Conditions = conditionsOf(deps, range);
    const join = conditions.text === 'true' ? '' : 'join orders o on o.shard = p.shard and o.id = p.order_id';
    conditions.add('p.received_at >= ?::timestamptz', new Date(after?.at ?? range.fromMs));
    conditions.add('p.received_at < ?::timestamptz', new Date(range.toMs));
    if (after !== null) {
      conditions.add('(p.received_at, p.order_id) > (?::timestamptz, ?::bigint)', new Date(after.at), after.id);
    }
    const rows: { order_id: bigint; received_at: number }[] = await deps.database.query(
      `select p.order_id, p.received_at from payments p ${join} where p.purpose = 'premium' and ${conditions.text}
       order by p.received_at, p.order_id limit ${PAGE}`,
      conditions.values,
    );
    if (rows.length > 0) yield rows.map(({ order_id: id }) => id);
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = { at: last.received_at, id: last.order_id };
  }
}

export interface SampledRow {
  readonly id: bigint;
  readonly city: string | null;
  readonly method: string | null;
  readonly paid_at: number | null;
  readonly bound: 'bound' | 'unrecorded' | 'foreign' | null;
  readonly trace: string | null;
  readonly is_sealed: boolean;
  readonly verdict: string | null;
  readonly gaps: number | null;
  readonly dwell_ms: number | null;
}

/** What is known of some orders and their recordings. */
export function sampledRows(query: Query, orders: readonly { readonly id: bigint; readonly shard: number }[]) {
  return query<SampledRow>(
    `with s as materialized (
       select o.shard, o.id, o.city, o.method, o.paid_at
       from unnest($1::smallint[], $2::bigint[]) as wanted(shard, id) join orders o on o.shard = wanted.shard and o.id = wanted.id)
     select s.id, s.city, s.method, s.paid_at, b.state as bound, case when b.state = 'bound' then b.trace end as trace,
       e.trace is not null as is_sealed, e.verdict, coalesce(e.gaps, d.gaps) as gaps, read.dwell_ms
     from s ${EVIDENCE}`,
    [orders.map(({ shard }) => shard), orders.map(({ id }) => id)],
  );
}
