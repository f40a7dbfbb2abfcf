import type { Query } from '../../db/database.ts';
import type { Conditions } from '../order-desk/index.ts';

/** Sums of one group of facts. */
export interface Sums {
  readonly cases: number;
  readonly people: number;
  readonly fen: number;
}
type Group = 'fact' | 'city' | 'channel' | 'method' | 'detail' | 'day' | 'at';
export type SumRow<G extends Group> = Sums & Readonly<Record<Exclude<G, 'at'>, string>> & { readonly at: number };

const SUMS = 'sum(cases)::float8 as cases, sum(people)::float8 as people, sum(fen)::float8 as fen';

/** Adds counted days or hours up, by what is asked for; conditions are those on rows `o`. */
export async function addUp<G extends Group>(
  query: Query,
  table: 'report_days' | 'report_hours',
  by: readonly G[],
  { text, values }: Conditions,
): Promise<SumRow<G>[]> {
  const columns = by.map((name) => (name === 'day' ? `to_char(day, 'YYYY-MM-DD') as day` : name)).join(', ');
  return query<SumRow<G>>(
    `select ${columns}, ${SUMS} from ${table} o where ${text} group by ${by.join(', ')} order by ${by.join(', ')}`,
    values,
  );
}

/** When the newest figures were counted. */
export async function countedAt(query: Query): Promise<number | null> {
  const [row] = await query<{ counted_until: number | null }>('select counted_until from report_progress', []);
  return row?.counted_until ?? null;
}

export const total = (rows: readonly Sums[]): Sums =>
  rows.reduce<Sums>(
    (sum, row) => ({ cases: sum.cases + row.cases, people: sum.people + row.people, fen: sum.fen + row.fen }),
    { cases: 0, people: 0, fen: 0 },
  );
