import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import { conductSettledUntil } from './conduct-changes.ts';
import { EVIDENCE } from './evidence-of-sales.ts';
import type { InspectionDependencies } from './inspection-deps.ts';

/** Orders that are looked at: those of a scope, paid in a span of time. */
export interface SalesRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly scope: StaffScope;
}

function conditionsOf({ editions }: InspectionDependencies, { scope }: SalesRange): Conditions {
  const conditions = new Conditions();
  withinOrders(conditions, editions, scope);
  return conditions;
}

const HOUR_MS = 3_600_000;

/** The list of payments of a range, in the order in which they were received. */
function listOf(deps: InspectionDependencies, range: SalesRange) {
  const conditions = conditionsOf(deps, range);
  const join = conditions.text === 'true' ? '' : 'join orders o on o.shard = p.shard and o.id = p.order_id';
  conditions.add(`p.purpose = 'premium'`);
  return { conditions, from: `payments p ${join}` };
}

export interface PaidHour {
  /** Its beginning, in ms. */
  readonly hour: number;
  readonly orders: number;
}

/** How many orders were paid in each hour of a range, the first hour first: counted from the payments themselves. */
export function countHours(deps: InspectionDependencies, range: SalesRange): Promise<PaidHour[]> {
  const { conditions, from } = listOf(deps, range);
  const start = conditions.value(new Date(range.fromMs));
  conditions.add('p.received_at >= ?::timestamptz and p.received_at < ?::timestamptz', ...spanOf(range));
  return deps.database.query<PaidHour>(
    `select date_bin('1 hour', p.received_at, ${start}::timestamptz) as hour, count(*)::integer as orders
     from ${from} where ${conditions.text} group by 1 order by 1`,
    conditions.values,
  );
}

const spanOf = ({ fromMs, toMs }: SalesRange) => [new Date(fromMs), new Date(toMs)] as const;

/** The same, of hours that are counted already as they were kept; only the rest is counted. */
export async function keptHours(deps: InspectionDependencies, range: SalesRange): Promise<PaidHour[]> {
  const { insurers, cities, channels } = range.scope;
  if (insurers !== null || cities !== null || channels !== null) return countHours(deps, range);
  const untilMs = Math.min(await conductSettledUntil(deps.database.query), range.toMs);
  const wholeMs = range.fromMs + Math.floor((untilMs - range.fromMs) / HOUR_MS) * HOUR_MS;
  if (wholeMs <= range.fromMs) return countHours(deps, range);
  const kept = await deps.database.query<PaidHour>(
    'select hour, orders from conduct_hours where hour >= $1 and hour < $2 order by hour',
    [new Date(range.fromMs), new Date(wholeMs)],
  );
  return wholeMs < range.toMs ? [...kept, ...(await countHours(deps, { ...range, fromMs: wholeMs }))] : kept;
}

export interface WantedPlace {
  readonly hourMs: number;
  /** How many of the hour come before it. */
  readonly skip: number;
}

export interface FoundPlace {
  readonly place: number;
  readonly order_id: bigint;
  /** Of how many in the hour. */
  readonly orders: number;
}

/** The orders at some places of the list. */
export function paidAtPlaces(
  deps: InspectionDependencies,
  range: SalesRange,
  wanted: ReadonlyMap<number, WantedPlace>,
): Promise<FoundPlace[]> {
  const { conditions, from } = listOf(deps, range);
  const rows = [...wanted].map(([place, { hourMs, skip }]) => ({ place, hourMs, skip }));
  const given = [
    `${conditions.value(rows.map(({ place }) => place))}::integer[]`,
    `${conditions.value(rows.map(({ hourMs }) => new Date(hourMs)))}::timestamptz[]`,
    `${conditions.value(rows.map(({ hourMs }) => new Date(Math.min(hourMs + HOUR_MS, range.toMs))))}::timestamptz[]`,
    `${conditions.value(rows.map(({ skip }) => skip))}::integer[]`,
  ];
  return deps.database.query<FoundPlace>(
    `select w.place, l.order_id, l.orders from unnest(${given.join(', ')}) as w(place, since, until, skip)
     cross join lateral (
       select p.order_id, count(*) over ()::integer as orders from ${from}
       where ${conditions.text} and p.received_at >= w.since and p.received_at < w.until
       order by p.received_at, p.order_id offset w.skip limit 1) l`,
    conditions.values,
  );
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
