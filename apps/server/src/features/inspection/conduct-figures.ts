import { SHORT_DWELL_MS } from '@huimin/domain/inspection';
import type { StaffScope } from '@huimin/domain/staff';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import type { InspectionDependencies } from './inspection-deps.ts';

/** Whole days of payment, both counted, and whose sales are looked at. */
export interface ConductRange {
  readonly from: string;
  readonly to: string;
  readonly scope: StaffScope;
}

type Dependencies = Pick<InspectionDependencies, 'database' | 'editions'>;

function conditionsOf({ editions }: Dependencies, { from, to, scope }: ConductRange): Conditions {
  const conditions = new Conditions();
  withinOrders(conditions, editions, scope);
  conditions.add('o.day between ?::date and ?::date', from, to);
  return conditions;
}

interface Figures {
  readonly orders: number;
  readonly people: number;
  readonly refunded: number;
  readonly recorded: number;
  readonly complete: number;
}

/** Counts over the sales of a range. */
export async function salesFigures(deps: Dependencies, range: ConductRange): Promise<Figures> {
  const { text, values } = conditionsOf(deps, range);
  const sum = (name: string) => `coalesce(sum(${name}), 0)::integer as ${name}`;
  const [row] = await deps.database.query<Figures>(
    `select ${['orders', 'people', 'refunded', 'recorded', 'complete'].map(sum).join(', ')}
     from conduct_days o where ${text}`,
    values,
  );
  return row as Figures;
}

export interface Dwell {
  /** Sales in which the clauses were opened. */
  readonly read: number;
  readonly short: number;
  /** Whole seconds; of an even number of sales the shorter of the two in the middle. Null where there is none. */
  readonly medianS: number | null;
}

export async function dwellFigures(deps: Dependencies, range: ConductRange): Promise<Dwell> {
  const conditions = conditionsOf(deps, range);
  if (range.scope.cities === null) conditions.add(`o.city = '*'`);
  if (range.scope.channels === null) conditions.add(`o.channel = '*'`);
  const rows = await deps.database.query<{ second: number; sales: number }>(
    `select r.second, sum(r.sales)::integer as sales
     from conduct_readings o cross join lateral unnest(o.seconds, o.sales) as r(second, sales)
     where ${conditions.text} group by r.second order by r.second`,
    conditions.values,
  );
  const read = rows.reduce((sum, { sales }) => sum + sales, 0);
  const short = rows.reduce((sum, { second, sales }) => sum + (second * 1_000 < SHORT_DWELL_MS ? sales : 0), 0);
  let before = 0;
  for (const { second, sales } of rows) {
    before += sales;
    if (before * 2 >= read) return { read, short, medianS: second };
  }
  return { read, short, medianS: null };
}

export interface Part {
  readonly name: string;
  readonly whole: number;
  readonly part: number;
}

/** How many of the sales of each origin were given back, wholly or in part. */
export function refundsByOrigin(deps: Dependencies, range: ConductRange): Promise<Part[]> {
  const { text, values } = conditionsOf(deps, range);
  return deps.database.query<Part>(
    `select o.origin as name, sum(o.orders)::integer as whole, sum(o.refunded)::integer as part
     from conduct_days o where ${text} group by o.origin`,
    values,
  );
}

/** Attempts to pay that came to an end, and those of them that failed, by city. */
export function failuresByCity(deps: Dependencies, range: ConductRange): Promise<Part[]> {
  const { text, values } = conditionsOf(deps, range);
  return deps.database.query<Part>(
    `select o.city as name, sum(o.ended)::integer as whole, sum(o.failed)::integer as part
     from conduct_attempts o where ${text} group by o.city`,
    values,
  );
}

/** Until when every change is in the figures; null before the first count is through. */
export async function conductCountedAt({ database }: Pick<Dependencies, 'database'>): Promise<number | null> {
  const [row] = await database.query<{ counted_until: number | null }>(
    'select counted_until from conduct_progress',
    [],
  );
  return row?.counted_until ?? null;
}
