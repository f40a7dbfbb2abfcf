import type { Core } from '../../core.ts';
import type { StaffMember } from '../staff/index.ts';
import type { DrawMethod } from './draw.ts';

export interface SampleRow {
  readonly id: number;
  readonly drawn_by: number;
  readonly drawn_at: number;
  readonly seed: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly population: number;
  readonly method: DrawMethod;
  readonly order_ids: readonly bigint[];
  readonly size: number;
}

export interface NewSample extends Omit<SampleRow, 'id' | 'drawn_by' | 'drawn_at' | 'size'> {
  readonly drawnAtMs: number;
}

const COLUMNS = 'id, drawn_by, drawn_at, seed, from_day, to_day, population, method, cardinality(order_ids) as size';

/** Samples are seen by whoever drew them, and by those who see every order. */
export function sampleStore({ database: { query } }: Pick<Core, 'database'>) {
  const isWhole = ({ scope: { insurers, cities, channels } }: StaffMember) =>
    insurers === null && cities === null && channels === null;
  const seen = (by: StaffMember) => [by.id, isWhole(by)] as const;
  return {
    async add(one: NewSample, by: StaffMember): Promise<number> {
      const [row] = await query<{ id: number }>(
        `insert into inspection_samples (drawn_by, drawn_at, seed, from_day, to_day, population, method, order_ids)
         values ($1, $2, $3, $4, $5, $6, $7, $8::bigint[]) returning id`,
        [by.id, new Date(one.drawnAtMs), one.seed, one.from_day, one.to_day, one.population, one.method, one.order_ids],
      );
      return (row as { id: number }).id;
    },
    latest: (by: StaffMember): Promise<SampleRow[]> =>
      query<SampleRow>(
        `select ${COLUMNS}, '{}'::bigint[] as order_ids from inspection_samples where drawn_by = $1 or $2
         order by id desc limit 20`,
        seen(by),
      ),
    async find(sampleNo: string, by: StaffMember): Promise<SampleRow | null> {
      const [row] = await query<SampleRow>(
        `select ${COLUMNS}, order_ids from inspection_samples where id = $3 and (drawn_by = $1 or $2)`,
        [...seen(by), Number(sampleNo)],
      );
      // The driver gives the members of an array as texts.
      return row ? { ...row, order_ids: row.order_ids.map(BigInt) } : null;
    },
  };
}
