import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { PersonDetails } from '../insured/index.ts';

/** Where a person's newest data lies. */
export interface PlaceOfPerson {
  readonly source: 'insured' | 'member' | 'payer';
  readonly shard: number;
  readonly rowId: bigint;
}

export interface KnownPerson {
  readonly index: Buffer;
  readonly details: PersonDetails;
  /** Null for somebody who only pays. */
  readonly regionCode: string | null;
}

type Finding = Pick<Core, 'index' | 'vault'>;

/** By the first character of a name and the last three of a number: whoever says both over the phone is found. */
export function partIndex({ index }: Pick<Core, 'index'>, name: string, idNumber: string): Buffer {
  const [first = ''] = Array.from(name.trim());
  return index.of('person-part', `${first} ${idNumber.slice(-3).toUpperCase()}`);
}

interface DetailsRow {
  readonly index: Buffer;
  readonly source: PlaceOfPerson['source'];
  readonly sealed: Buffer;
  readonly region: string | null;
}

const SEALS = { insured: 'insured', member: 'member', payer: 'policyholder' } as const;

/** The people of these indexes, opened; those of whom nothing is kept any more are left out. */
export async function knownPeople(
  { vault }: Finding,
  query: Query,
  indexes: readonly Buffer[],
): Promise<Map<string, KnownPerson>> {
  const rows = await query<DetailsRow>(
    `with asked as materialized (select person_index, source, shard, row_id from people where person_index = any($1::bytea[]))
     select a.person_index as index, a.source, f.details_sealed as sealed, f.region_code as region
     from asked a join insured f on f.shard = a.shard and f.id = a.row_id and f.person_index = a.person_index
     where a.source = 'insured'
     union all
     select a.person_index, a.source, f.details_sealed, f.region_code
     from asked a join members f on f.shard = a.shard and f.id = a.row_id and f.person_index = a.person_index
     where a.source = 'member' and f.details_sealed <> ''
     union all
     select a.person_index, a.source, f.policyholder_sealed, null
     from asked a join orders f on f.shard = a.shard and f.id = a.row_id and f.policyholder_index = a.person_index
     where a.source = 'payer'`,
    [indexes],
  );
  return new Map(
    rows.map((row) => {
      const details = vault.openJson<PersonDetails>(SEALS[row.source], row.sealed);
      return [keyOf(row.index), { index: row.index, details, regionCode: row.region }];
    }),
  );
}

/** Whom a name's first character and a number's end lead to, the latest first. */
export async function byPart(query: Query, part: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await query<{ index: Buffer }>(
    `select person_index as index from people where part_index = $1 order by seen_at desc, person_index limit $2`,
    [part, limit],
  );
  return rows.map((row) => row.index);
}

export interface SeenPerson extends PlaceOfPerson {
  readonly index: Buffer;
  readonly part: Buffer;
  readonly seenAtMs: number;
}

/** An order's copy stays; what was kept beside it may be taken back. */
const rankIn = (row: string): string => `array_position(array['member', 'payer', 'insured'], ${row}.source)`;

/** Notes where people are found; what is older than what is known changes nothing. Safe to repeat. */
export async function notePeople(query: Query, seen: readonly SeenPerson[]): Promise<void> {
  const rankOf = ({ source, seenAtMs }: SeenPerson) => ['member', 'payer', 'insured'].indexOf(source) * 1e15 + seenAtMs;
  const newest = new Map<string, SeenPerson>();
  for (const one of seen) {
    const former = newest.get(keyOf(one.index));
    if (!former || rankOf(one) > rankOf(former)) newest.set(keyOf(one.index), one);
  }
  const rows = [...newest.values()].sort((a, b) => Buffer.compare(a.index, b.index));
  await query(
    `insert into people as known (person_index, part_index, source, shard, row_id, seen_at)
     select * from unnest($1::bytea[], $2::bytea[], $3::text[], $4::smallint[], $5::bigint[], $6::timestamptz[])
     on conflict (person_index) do update set part_index = excluded.part_index, source = excluded.source,
       shard = excluded.shard, row_id = excluded.row_id, seen_at = excluded.seen_at
     where (${rankIn('excluded')}, excluded.seen_at) > (${rankIn('known')}, known.seen_at)`,
    [
      rows.map((row) => row.index),
      rows.map((row) => row.part),
      rows.map((row) => row.source),
      rows.map((row) => row.shard),
      rows.map((row) => row.rowId),
      rows.map((row) => new Date(row.seenAtMs)),
    ],
  );
}

/** What leads to a person's page. */
export const keyOf = (index: Buffer): string => index.toString('base64url');
export const indexOf = (person: string): Buffer => Buffer.from(person, 'base64url');
