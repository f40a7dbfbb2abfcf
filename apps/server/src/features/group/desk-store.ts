import { consortiumOf } from '@huimin/domain/product';
import { cityCodeOf } from '@huimin/domain/region';
import { type StaffScope, withinScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import type { GroupDependencies } from './group-deps.ts';
import { GROUP_COLUMNS, type GroupRow } from './group-store.ts';

type Editions = Pick<GroupDependencies, 'editions'>;

/** Whether a company lies within somebody's scope. It belongs to no channel: who sees some channels only does not see it. */
export function groupWithin({ editions }: Editions, scope: StaffScope, group: GroupRow): boolean {
  const document = editions.edition(group.edition_code)?.document;
  const insurers = document ? consortiumOf(document.insuranceCompany).map(({ name }) => name) : [];
  return withinScope(scope, { insurers, city: cityCodeOf(group.region_code) ?? group.region_code, channel: null });
}

export interface GroupSearch {
  readonly status: string | null;
  /** The account of who looks after it; empty: nobody does; null: whoever. */
  readonly manager: string | null;
  readonly beforeId: bigint | null;
}

const LISTED = `from groups g where ($1::text is null or g.status = $1)
  and ($2::text is null or coalesce(g.manager ->> 'staffNo', '') = $2)
  and ($3::text[] is null or g.edition_code = any($3)) and ($4::text[] is null or left(g.region_code, 4) = any($4))`;

/** Companies within a scope, the latest first, and how many they are altogether. */
export async function searchGroups(
  query: Query,
  { editions }: Editions,
  scope: StaffScope,
  { status, manager, beforeId }: GroupSearch,
  limit: number,
): Promise<{ readonly rows: GroupRow[]; readonly companies: number; readonly people: number }> {
  if (scope.channels !== null) return { rows: [], companies: 0, people: 0 };
  const { insurers } = scope;
  const codes =
    insurers === null
      ? null
      : editions
          .all()
          .filter(({ document }) => consortiumOf(document.insuranceCompany).some(({ name }) => insurers.includes(name)))
          .map(({ code }) => code);
  const values = [status, manager, codes, scope.cities?.map((city) => city.slice(0, 4)) ?? null];
  const [sums] = await query<{ companies: number; people: number }>(
    `select count(*)::integer as companies, coalesce(sum(g.head_count), 0)::integer as people ${LISTED}`,
    values,
  );
  const rows = await query<GroupRow>(
    `select ${GROUP_COLUMNS} ${LISTED} and ($5::bigint is null or g.id < $5) order by g.id desc limit $6`,
    [...values, beforeId, limit],
  );
  return { rows, companies: sums?.companies ?? 0, people: sums?.people ?? 0 };
}

export interface RosterLine {
  /** Null for a line that is wrong. */
  readonly id: bigint | null;
  readonly line: number;
  readonly name_masked: string | null;
  readonly id_masked: string | null;
  readonly problem: string | null;
  readonly fix: string | null;
  readonly details_sealed: Buffer | null;
  readonly status: string | null;
}

const BAD_LINES = `select null::bigint as id, line, name_masked, id_masked, problem, fix, null::bytea as details_sealed,
  null::text as status from group_row_problems where shard = $1 and group_id = $2 and line > $3`;
const PEOPLE = `select id, line, null::text as name_masked, null::text as id_masked, null::text as problem,
  null::text as fix, details_sealed, status from group_people
  where shard = $1 and group_id = $2 and line > $3`;
const LINES = {
  problems: BAD_LINES,
  good: `${PEOPLE} and status not in ('dropped', 'removed')`,
  left: `${PEOPLE} and status in ('dropped', 'removed')`,
  all: `${BAD_LINES} union all ${PEOPLE}`,
} as const;

/** Lines of a list behind a line, in their order; those of one line stay together. */
export async function rosterLines(
  query: Query,
  group: Pick<GroupRow, 'shard' | 'id'>,
  which: keyof typeof LINES,
  after: number,
  limit: number,
): Promise<RosterLine[]> {
  return query<RosterLine>(
    `select id, line, name_masked, id_masked, problem, fix, details_sealed, status
     from (${LINES[which]}) l order by line fetch first ($4::bigint) rows with ties`,
    [group.shard, group.id, after, limit],
  );
}
